import type { JournalEntry } from '../journal/entry.ts';
import type { IdKind } from '../../store/meta.ts';

/** A provisional id and the id that the site gave. */
export interface IdMapping {
  kind: IdKind;
  provisional: number;
  id: number;
}

/** Returns the ids of a kind that an edit gave and that are still provisional. */
export const issuedIds = ({ issued }: Pick<JournalEntry, 'issued'>, wanted: IdKind): number[] =>
  issued.filter(({ kind, id }) => kind === wanted && id < 0).map(({ id }) => id);

/** Pairs provisional ids with the site's, both in the same order. */
export function pairs(kind: IdKind, provisional: readonly number[], ids: readonly unknown[]): IdMapping[] {
  return provisional.flatMap((from, index) => {
    const id = ids[index];
    return typeof id === 'number' && id > 0 ? [{ kind, provisional: from, id }] : [];
  });
}
