import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconLock } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { EditorState } from '../../features/edit/editor-types.ts';
import { useEditor } from '../../features/edit/use-editor.ts';
import { LoadingPage } from '../../components/loading.tsx';
import { FailedNotice, Notice } from '../../components/notice.tsx';
import { useTitle } from '../../hooks/page.ts';
import { paths } from '../../location.ts';
import { navigate } from '../../state/navigation.ts';
import { userQuery } from '../../api/queries/users.ts';
import { DeletedGuide } from './delete-guide.tsx';
import type { GuideEditorValues } from './guide-source.ts';
import { GuideSource } from './guide-source.ts';
import { OpenGuide } from './open-guide.tsx';
import type { GuideEditor } from './step-actions.ts';
import { editTexts } from './texts.ts';
import { useDeletion } from './use-deletion.ts';

export function EditGuideScreen({ guideid }: { guideid: number }): ReactElement {
  const [ids, setIds] = useState({ opened: guideid, current: guideid });
  // When the site gives the guide its id, it is still the same guide.
  if (guideid !== ids.opened && guideid !== ids.current) setIds({ opened: guideid, current: guideid });
  return (
    <GuideSession
      key={ids.opened}
      guideid={ids.opened}
      onRenamed={(current) => {
        setIds({ ...ids, current });
        navigate(paths.editGuide(current), { replace: true });
      }}
    />
  );
}

interface GuideSessionProps {
  guideid: number;
  /** Called when the site has replaced the guide's provisional id. */
  onRenamed: (guideid: number) => void;
}

const stale = ['guide', 'home', 'category', 'forms', 'copy'];

function GuideSession({ guideid, onRenamed }: GuideSessionProps): ReactElement {
  const { editor, state } = useEditor<GuideEditorValues, GuideSource>(() => new GuideSource(guideid), stale);
  const rename = useEffectEvent(onRenamed);
  const current = state?.doc.guide.guideid ?? guideid;
  useEffect(() => {
    if (current !== guideid) rename(current);
  }, [current, guideid]);
  useTitle(state ? `${editTexts.kind}: ${state.doc.guide.title}` : editTexts.kind);
  if (state) return <EditedGuide editor={editor} state={state} />;
  if (editor.loadError) return <FailedNotice error={editor.loadError} retry={() => void editor.start()} />;
  return <LoadingPage />;
}

interface EditedGuideProps {
  editor: GuideEditor;
  state: EditorState<GuideEditorValues>;
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
