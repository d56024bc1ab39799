import type { FieldConflict } from '../../../shared/model/journal.ts';
import { api } from '../../api/client.ts';
import { useDraft } from '../../components/editing/use-draft.ts';
import type { Choice, Choices } from './choices.ts';
import type { LineChoice } from './conflict-lines.ts';

const keyOf = (entryid: string): string => `decision-${entryid}`;

/** An edit was decided about. Whoever takes that back chooses anew. */
export const forgetChoices = (entryid: string): Promise<void> =>
  api('DELETE /benchside/drafts/{key}', { params: { key: keyOf(entryid) } });

interface Kept {
  /** What the choices were made between: others do not fit. */
  of: string;
  choices: Record<string, KeptChoice>;
}

type KeptChoice = Exclude<Choice, { lines: unknown }> | { lines: [string, LineChoice][] };

const empty: Kept = { of: '', choices: {} };

/** What somebody has chosen and written for an edit in conflict, kept with every key; null until that is known. */
export function useChoices(
  entryid: string,
  conflicts: readonly FieldConflict[],
): { choices: Choices | null; set: (choices: Choices) => void } {
  const draft = useDraft<Kept>(keyOf(entryid), empty);
  const of = JSON.stringify(conflicts.map(({ field, theirs }) => [field, theirs]));
  return {
    choices: draft.value && (draft.value.of === of ? opened(draft.value.choices) : {}),
    set: (choices) => draft.set({ of, choices: packed(choices) }),
  };
}

const packed = (choices: Choices): Kept['choices'] =>
  Object.fromEntries(
    Object.entries(choices).map(([field, choice]) => [
      field,
      typeof choice === 'object' && 'lines' in choice ? { lines: [...choice.lines] } : choice,
    ]),
  );

const opened = (kept: Kept['choices']): Choices =>
  Object.fromEntries(
    Object.entries(kept).map(([field, choice]) => [
      field,
      typeof choice === 'object' && 'lines' in choice ? { lines: new Map(choice.lines) } : choice,
    ]),
  );
