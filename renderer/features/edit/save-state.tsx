import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle, IconCheck, IconPencil } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import { infoQuery } from '../../api/queries/site.ts';
import { timeAgo } from '../../format.ts';
import { useNow } from '../../hooks/page.ts';
import { Live } from '../../components/live.tsx';
import type { DocumentEditor } from './document-editor.ts';
import type { EditorState } from './editor-types.ts';
import styles from './save-state.module.css';
import { editingTexts } from '../../components/editing/texts.ts';
import { errorMessage } from '../../api/errors.ts';

interface SaveIndicatorProps {
  editor: Pick<DocumentEditor<unknown>, 'unsaved' | 'problem' | 'retry'>;
  state: EditorState<unknown>;
}

/** Shows whether all is saved; never claims more than the store has answered. */
export function SaveIndicator({ editor, state }: SaveIndicatorProps): ReactElement {
  const now = useNow();
  const onHub = useQuery(infoQuery).data?.profile === 'hub';
  const { tone, words } = stateWords(state, { ...countsOf(editor), now, onHub });
  return (
    <p className={styles.state} data-tone={tone}>
      {tone === 'attention' ? <IconAlertTriangle size="1.25em" aria-hidden /> : null}
      {tone === 'busy' ? <IconPencil size="1.25em" aria-hidden /> : null}
      {tone === 'calm' ? <IconCheck size="1.25em" aria-hidden /> : null}
      <span>{words}</span>
      {state.failure ? (
        <button type="button" onClick={() => editor.retry()}>
          {editingTexts.save.retry}
        </button>
      ) : null}
      {/* Screen readers would otherwise say "Saving …" at every pause. */}
      <Live>{tone === 'busy' ? '' : words}</Live>
    </p>
  );
}

/** Returns why something stays unsaved until the person or the server acts; null if nothing does. */
export function unsavedWords({ editor, state }: SaveIndicatorProps): string | null {
  const { tone, words } = stateWords(state, { ...countsOf(editor), now: 0, onHub: false });
  return tone === 'attention' ? words : null;
}

function countsOf(editor: SaveIndicatorProps['editor']): Pick<Surroundings, 'unsaved' | 'incomplete'> {
  const unsaved = editor.unsaved();
  const incomplete = unsaved.filter(({ unit }) => editor.problem(unit) !== null).length;
  return { unsaved: unsaved.length, incomplete };
}

interface Surroundings {
  unsaved: number;
  /** Number of unsaved units that cannot be saved as they are. */
  incomplete: number;
  now: number;
  /** True if this is a hub's page, whose texts name no desk. */
  onHub: boolean;
}

interface StateWords {
  tone: 'calm' | 'busy' | 'attention';
  words: string;
}

function stateWords(
  { failure, kept, conflicts, saving, savedAt }: EditorState<unknown>,
  { unsaved, incomplete, now, onHub }: Surroundings,
): StateWords {
  const { save } = editingTexts;
  if (failure && !kept) return { tone: 'attention', words: `${save.lost}. ${errorMessage(failure)}` };
  if (failure)
    return {
      tone: 'attention',
      words: unsaved > 0 ? `${save.failed} ${errorMessage(failure)}` : errorMessage(failure),
    };
  if (conflicts.size > 0) return { tone: 'attention', words: save.conflicts(conflicts.size) };
  if (saving) return { tone: 'busy', words: save.saving };
  if (!kept) return { tone: 'busy', words: save.keeping };
  if (incomplete > 0) return { tone: 'attention', words: save.incomplete(incomplete) };
  if (unsaved > 0) return { tone: 'busy', words: save.typing };
  if (savedAt === null) return { tone: 'calm', words: save.untouched };
  const [saved, savedAgo] = onHub ? [save.savedOnHub, save.savedOnHubAgo] : [save.saved, save.savedAgo];
  return { tone: 'calm', words: now - savedAt < 60 ? saved : savedAgo(timeAgo(savedAt, now)) };
}
