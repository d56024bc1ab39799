import { Button } from '@mantine/core';
import { IconHistory, IconLock } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { DraftOffer } from '../../features/edit/draft-offer.tsx';
import { EditorBar } from '../../features/edit/editor-bar.tsx';
import type { EditorState, Unit } from '../../features/edit/editor-types.ts';
import { SaveIndicator, unsavedWords } from '../../features/edit/save-state.tsx';
import { editingTexts } from '../../components/editing/texts.ts';
import { focusUnit, useEditor, useUndoKeys } from '../../features/edit/use-editor.ts';
import { Live } from '../../components/live.tsx';
import { LoadingPage } from '../../components/loading.tsx';
import { FailedNotice, Notice } from '../../components/notice.tsx';
import { useTitle } from '../../hooks/page.ts';
import type { PageAddress } from '../../api/queries/wikis.ts';
import { paths } from '../../location.ts';
import styles from './edit-wiki.module.css';
import { EditWiki } from './edit-wiki.tsx';
import { editWikiTexts } from './texts.ts';
import type { WikiEditor } from './wiki-access.ts';
import { wikiAccess } from './wiki-access.ts';
import type { WikiDocument } from '../../../shared/model/wiki.ts';
import type { WikiField } from './wiki-source.ts';
import { WikiEditorSource } from './wiki-source.ts';

export const EditWikiScreen = (page: PageAddress): ReactElement => (
  <WikiSession key={paths.editWiki(page.namespace, page.title, page.langid)} page={page} />
);

const stale = ['wiki', 'category', 'home'];

function WikiSession({ page }: { page: PageAddress }): ReactElement {
  const { namespace, title, langid } = page;
  const { editor, state } = useEditor<WikiDocument, WikiEditorSource>(
    () => new WikiEditorSource(page),
    stale,
  );
  useTitle(`${editWikiTexts.kind}: ${title}`);
  if (!state)
    return editor.loadError ? (
      <FailedNotice error={editor.loadError} retry={() => void editor.start()} />
    ) : (
      <LoadingPage />
    );
  if (state.doc.can_edit) return <OpenWiki editor={editor} state={state} langid={langid} />;
  const words = editWikiTexts.mayNot;
  return (
    <Notice
      alone
      icon={<IconLock size={40} />}
      title={words.title}
      actions={
        <Button component={Link} href={paths.wiki(namespace, title, langid)}>
          {words.back}
        </Button>
      }
    >
      <p>{words.words}</p>
    </Notice>
  );
}

interface OpenWikiProps {
  editor: WikiEditor;
  state: EditorState<WikiDocument>;
  langid: string | undefined;
}

function OpenWiki({ editor, state, langid }: OpenWikiProps): ReactElement {
  const { namespace, title } = state.doc;
  const access = wikiAccess(editor, state);
  const onStep = (unit: Unit | null, back: boolean): void => {
    if (!unit) return;
    focusUnit(unit);
    const name = editWikiTexts.fields[unit[0] as WikiField];
    editor.say((back ? editingTexts.undone : editingTexts.redone)(name));
  };
  useUndoKeys(state.offered ? null : editor, onStep);

  return (
    <div className={styles.editor}>
      <EditorBar
        kind={editWikiTexts.kind}
        title={access.get('display_title') || title}
        to={paths.wiki(namespace, title, langid)}
        canUndo={editor.history.canUndo}
        canRedo={editor.history.canRedo}
        onUndo={() => onStep(editor.undo(), true)}
        onRedo={() => onStep(editor.redo(), false)}
        state={<SaveIndicator editor={editor} state={state} />}
        unsaved={unsavedWords({ editor, state })}
      >
        <HistoryLink to={paths.wikiHistory(namespace, title, langid)} />
      </EditorBar>
      {state.offered ? (
        <DraftOffer
          date={state.offered.date}
          names={editor.source
            .readDraft(state.doc, state.offered.body)
            .map(({ unit }) => editWikiTexts.fields[unit[0] as WikiField])}
          onRestore={() => editor.restoreDraft()}
          onDiscard={() => editor.discardDraft()}
        />
      ) : null}
      <div className={styles.below} inert={state.offered !== null}>
        <EditWiki access={access} isCategory={namespace === 'CATEGORY'} />
      </div>
      <Live>{state.said}</Live>
    </div>
  );
}

const HistoryLink = ({ to }: { to: string }): ReactElement => (
  <Button component={Link} href={to} variant="default" leftSection={<IconHistory size="1.5rem" />}>
    {editWikiTexts.history}
  </Button>
);
