import type { FieldConflict } from '../../../shared/model/journal.ts';
import { api } from '../../api/client.ts';
import { useDraft } from '../../components/editing/use-draft.ts';
import type { Choice, Choices } from './choices.ts';
import type { LineChoice } from './conflict-lines.ts';

const keyOf = (entryid: string): string => `decision-${entryid}`;

/** Deletes the choices of a decided edit; after undoing the decision the person starts from none. */
export const forgetChoices = (entryid: string): Promise<void> =>
  api('DELETE /benchside/drafts/{key}', { params: { key: keyOf(entryid) } });

interface Kept {
  /** The conflicts that the choices are for; for others they are ignored. */
  of: string;
  choices: Record<string, KeptChoice>;
}

type KeptChoice = Exclude<Choice, { lines: unknown }> | { lines: [string, LineChoice][] };

const empty: Kept = { of: '', choices: {} };

/** Returns the choices for an edit in conflict, stored with each change; null until loaded. */
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
