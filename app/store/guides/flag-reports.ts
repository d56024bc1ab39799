import type { Flag } from '../../../shared/model/guide.ts';
import type { ReadAccess, WriteAccess } from '../access.ts';
import { listOf, sql } from '../sql.ts';
import type { StoredRow } from '../sql.ts';

/*
 * Who reported which flag of a guide. Nobody is shown it: it decides whether a flag is removed when a report is withdrawn.
 */

interface ReportedFlag {
  guideid: number;
  flagid: string;
}

type Report = StoredRow<'flag_report', 'userid' | 'only_reported'>;

export const reportsOf = (s: ReadAccess, { guideid, flagid }: ReportedFlag): Report[] =>
  s.db.all(sql<Report>`SELECT userid, only_reported FROM flag_report
     WHERE guideid = ${guideid} AND flagid = ${flagid}`);

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

export function forgetReports(
  s: WriteAccess,
  { guideid, flagid }: ReportedFlag,
  reporters: readonly { userid: number }[],
): void {
  s.db.run(sql`DELETE FROM flag_report WHERE guideid = ${guideid} AND flagid = ${flagid}
     AND userid IN ${listOf(reporters.map(({ userid }) => userid))}`);
}

/** Forgets the reports of flags that the guide no longer has: if one is set again, nobody has reported it. */
export function forgetOutdatedReports(
  s: WriteAccess,
  { guideid, flags }: { guideid: number; flags: readonly Flag[] },
): void {
  s.db.run(sql`DELETE FROM flag_report
     WHERE guideid = ${guideid} AND flagid NOT IN ${listOf(flags.map(({ flagid }) => flagid))}`);
}
