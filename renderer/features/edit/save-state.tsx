import { IconAlertTriangle, IconCheck, IconPencil } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import { timeAgo } from '../../format.ts';
import { Live } from '../../components/live.tsx';
import type { Failure } from './editor-types.ts';
import styles from './save-state.module.css';
import { editingTexts } from '../../components/editing/texts.ts';
import { errorMessage } from '../../api/errors.ts';

export interface SaveStateProps {
  now: number;
  /** UNIX seconds. */
  savedAt: number | null;
  saving: boolean;
  /** True if all input is stored, at least as a draft. */
  kept: boolean;
  unsaved: number;
  /** Number of unsaved units that cannot be saved as they are. */
  incomplete: number;
  conflicts: number;
  failure: Failure | null;
  /** True if this is a hub's page, whose texts name no desk. */
  onHub: boolean;
  onRetry: () => void;
}

/** Shows whether all is saved; never claims more than the store has answered. */
export function SaveIndicator(props: SaveStateProps): ReactElement {
  const { tone, words } = stateWords(props);
  return (
    <p className={styles.state} data-tone={tone}>
      {tone === 'attention' ? <IconAlertTriangle size="1.25em" aria-hidden /> : null}
      {tone === 'busy' ? <IconPencil size="1.25em" aria-hidden /> : null}
      {tone === 'calm' ? <IconCheck size="1.25em" aria-hidden /> : null}
      <span>{words}</span>
      {props.failure ? (
        <button type="button" onClick={props.onRetry}>
          {editingTexts.save.retry}
        </button>
      ) : null}
      {/* Screen readers would otherwise say "Saving …" at every pause. */}
      <Live>{tone === 'busy' ? '' : words}</Live>
    </p>
  );
}

interface StateWords {
  tone: 'calm' | 'busy' | 'attention';
  words: string;
}

function stateWords(props: SaveStateProps): StateWords {
  const { save } = editingTexts;
  const { failure, kept, conflicts, incomplete, unsaved, saving, savedAt, now, onHub } = props;
  if (failure && !kept) return { tone: 'attention', words: `${save.lost}. ${errorMessage(failure)}` };
  if (failure)
    return {
      tone: 'attention',
      words: unsaved > 0 ? `${save.failed} ${errorMessage(failure)}` : errorMessage(failure),
    };
  if (conflicts > 0) return { tone: 'attention', words: save.conflicts(conflicts) };
  if (saving) return { tone: 'busy', words: save.saving };
  if (!kept) return { tone: 'busy', words: save.keeping };
  if (incomplete > 0) return { tone: 'attention', words: save.incomplete(incomplete) };
  if (unsaved > 0) return { tone: 'busy', words: save.typing };
  if (savedAt === null) return { tone: 'calm', words: save.untouched };
  const [saved, savedAgo] = onHub ? [save.savedOnHub, save.savedOnHubAgo] : [save.saved, save.savedAgo];
  return { tone: 'calm', words: now - savedAt < 60 ? saved : savedAgo(timeAgo(savedAt, now)) };
}
