import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconLock } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { EditorState } from '../../components/editing/editor-types.ts';
import { DocumentEditor } from '../../components/editing/document-editor.ts';
import { useEditor } from '../../components/editing/use-editor.ts';
import { LoadingPage } from '../../components/loading.tsx';
import { FailedNotice, Notice } from '../../components/notice.tsx';
import { useTitle } from '../../hooks/page.ts';
import { navigate, paths } from '../../location.ts';
import { userQuery } from '../../queries.ts';
import { DeletedGuide } from './delete-guide.tsx';
import type { GuideDocument } from './guide-source.ts';
import { GuideSource } from './guide-source.ts';
import { OpenGuide } from './open-guide.tsx';
import type { GuideEditor } from './step-actions.ts';
import { editTexts } from './texts.ts';
import { useDeletion } from './use-deletion.ts';

export function EditGuideScreen({ guideid }: { guideid: number }): ReactElement {
  const [session, setSession] = useState(guideid);
  const { editor, state } = useEditor(
    String(session),
    () => new DocumentEditor<GuideDocument, GuideSource>(new GuideSource(session)),
  );
  // A guide made offline gets another id from the site: the editor goes on, under its new address.
  const current = state?.doc.guide.guideid;
  useEffect(() => {
    if (current !== undefined && current !== guideid && session === guideid)
      navigate(paths.editGuide(current), { replace: true });
    else if (guideid !== session && guideid !== current) setSession(guideid);
  }, [current, guideid, session]);
  useTitle(state ? `${editTexts.kind}: ${state.doc.guide.title}` : editTexts.kind);

  if (!editor || !state)
    return editor?.loadError ? (
      <FailedNotice error={editor.loadError} retry={() => void editor.start()} />
    ) : (
      <LoadingPage />
    );
  return <EditedGuide key={session} editor={editor} state={state} />;
}

interface EditedGuideProps {
  editor: GuideEditor;
  state: EditorState<GuideDocument>;
}

function EditedGuide({ editor, state }: EditedGuideProps): ReactElement {
  const { guide } = state.doc;
  const { data: user } = useQuery(userQuery);
  const deletion = useDeletion(editor, user?.greatest_privilege === 'Admin');
  if (deletion.isDeleted)
    return (
      <DeletedGuide
        title={guide.title}
        category={guide.category}
        problem={deletion.problem}
        onRestore={deletion.restore}
      />
    );
  if (!guide.can_edit)
    return (
      <Notice
        alone
        icon={<IconLock size={40} />}
        title={editTexts.mayNot.title}
        actions={
          <Button component={Link} href={paths.guide(guide.guideid)}>
            {editTexts.mayNot.back}
          </Button>
        }
      >
        <p>{editTexts.mayNot.words}</p>
      </Notice>
    );
  return <OpenGuide editor={editor} state={state} deletion={deletion} />;
}
