import type { Flag } from '../../../shared/model/guide.ts';
import type { ReadAccess, WriteAccess } from '../access.ts';
import { listOf, sql } from '../sql.ts';
import type { StoredRow } from '../sql.ts';

/*
 * Who reported which flag of a guide. Nobody is shown it: it decides whether a flag is removed when a report is withdrawn, and who
 * is notified when it is.
 */

interface ReportedFlag {
  guideid: number;
  flagid: string;
}

type Report = StoredRow<'flag_report', 'userid' | 'only_reported'>;

export const reportsOf = (s: ReadAccess, { guideid, flagid }: ReportedFlag): Report[] =>
  s.db.all(sql<Report>`SELECT userid, only_reported FROM flag_report
     WHERE guideid = ${guideid} AND flagid = ${flagid}`);

/** Returns whether the person has reported any flag that the guide still has. */
export const hasReported = (s: ReadAccess, guideid: number, userid: number): boolean =>
  s.db.one(sql`SELECT 1 FROM flag_report WHERE guideid = ${guideid} AND userid = ${userid} LIMIT 1`) !==
  undefined;

/**
 * Notes the viewer's report of a flag.
 *
 * @param wasSet whether the guide had the flag before
 * @returns whether the viewer had not reported it yet
 */
export function noteReport(s: WriteAccess, flag: ReportedFlag, wasSet: boolean): boolean {
  const { viewer } = s;
  if (!viewer) return false;
  const reports = reportsOf(s, flag);
  const onlyReported = !wasSet || reports.some(({ only_reported }) => only_reported === 1);
  s.db.run(sql`INSERT OR REPLACE INTO flag_report (guideid, flagid, userid, only_reported)
     VALUES (${flag.guideid}, ${flag.flagid}, ${viewer.userid}, ${Number(onlyReported)})`);
  return reports.every(({ userid }) => userid !== viewer.userid);
}

export function forgetReport(s: WriteAccess, { guideid, flagid }: ReportedFlag, userid: number): void {
  s.db.run(sql`DELETE FROM flag_report
     WHERE guideid = ${guideid} AND flagid = ${flagid} AND userid = ${userid}`);
}

/**
 * Forgets the reports of flags that the guide no longer has: if one is set again, nobody has reported it.
 *
 * @returns the userids of who had reported them, one for each report
 */
export function forgetOutdatedReports(
  s: WriteAccess,
  { guideid, flags }: { guideid: number; flags: readonly Flag[] },
): number[] {
  const forgotten = s.db.all(sql<Pick<Report, 'userid'>>`DELETE FROM flag_report
     WHERE guideid = ${guideid} AND flagid NOT IN ${listOf(flags.map(({ flagid }) => flagid))}
     RETURNING userid`);
  return forgotten.map(({ userid }) => userid);
}
