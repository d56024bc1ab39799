import { sql } from '../../store/sql.ts';
import type { TakenMark } from '../desk-state.ts';
import type { ReadAccess, WriteAccess } from '../../store/access.ts';
import type { DeskStateReader, DeskStateWriter } from '../desk-state.ts';

type Reads = ReadAccess & { readonly deskState: DeskStateReader };
type Writes = WriteAccess & { readonly deskState: DeskStateWriter };

const day = 86_400;
const kept = 40;

/** Records the newest journal event by the site's clock, because this machine's clock can be changed. */
export function markDay(s: Writes, site: number): void {
  const event = s.db.one(sql<{ n: number | null }>`SELECT max(rowid) AS n FROM journal_event`)?.n ?? 0;
  s.deskState.set('takenMarks', [...marksOf(s), { site, event }].slice(-kept));
}

/** Returns whether a day has passed since the last mark. */
export function needsMark(s: Reads, site: number): boolean {
  const last = marksOf(s).at(-1);
  return last === undefined || Math.abs(site - last.site) >= day;
}

/**
 * Returns the newest event at the last mark before `site` (UNIX seconds of the site's clock): later events count as
 * after that time. Without a mark that old, it is the oldest mark's event and `isSure` is false: earlier events may be
 * after that time too. The site's clock may have been wrong at some marks, so they are divided where the fewest contradict.
 */
export function eventsSince(s: Reads, site: number): { event: number; isSure: boolean } {
  const marks = marksOf(s);
  const contradictions = [...marks.keys(), marks.length].map(
    (first) => marks.filter((mark, index) => index < first === mark.site > site).length,
  );
  const old = marks[contradictions.indexOf(Math.min(...contradictions)) - 1];
  const { event = Number.MAX_SAFE_INTEGER } = old ?? marks[0] ?? {};
  return { event, isSure: old !== undefined };
}

const marksOf = (s: Reads): TakenMark[] => s.deskState.get('takenMarks') ?? [];
