import type { Counter } from '../../content/badge-rules.ts';
import type { ChangeKind } from '../feed/feed.ts';
import type { StoreReader } from '../store.ts';

interface Touched {
  readonly kind: ChangeKind;
  readonly id: number;
}

/** What somebody has done here. Each count is answered by an index alone. */
export function countersOf(s: StoreReader, userid: number): Record<Counter, number> {
  const count = (from: string): number =>
    s.db.oneSql<{ n: number }>(`SELECT count(*) AS n FROM ${from}`, [userid])?.n ?? 0;
  return {
    guides: count('guide WHERE userid = ? AND deleted = 0'),
    edits: count('guide_revision WHERE userid = ?') + count('wiki_revision WHERE userid = ?'),
    comments: count("comment WHERE userid = ? AND status = 'public'"),
    work_logs: count("work_log WHERE userid = ? AND status = 'complete'"),
    completions: count('completion WHERE userid = ?'),
  };
}

const countedKinds: readonly ChangeKind[] = ['guide', 'wiki', 'comment', 'entry', 'completions'];

export const isCounted = ({ kind }: Touched): boolean => countedKinds.includes(kind);

/** Whose the touched resources are, in the state `s` shows. */
export function ownersOf(s: StoreReader, touched: readonly Touched[]): number[] {
  return touched
    .map(({ kind, id }) => ownerOf(s, kind, id))
    .filter((userid): userid is number => userid !== undefined);
}

function ownerOf(s: StoreReader, kind: ChangeKind, id: number): number | undefined {
  const userid = (table: string, key: string): number | undefined =>
    s.db.oneSql<{ userid: number }>(`SELECT userid FROM ${table} WHERE ${key} = ?`, [id])?.userid;
  switch (kind) {
    case 'guide':
      return userid('guide', 'guideid');
    case 'wiki':
      return userid('wiki', 'wikiid');
    case 'comment':
      return userid('comment', 'commentid');
    case 'entry':
      return userid('work_log', 'entryid');
    case 'completions':
      return id;
    default:
      return undefined;
  }
}
