import { z } from 'zod';

import { workEvent } from '../../../shared/model/work-log.ts';
import type { WorkEvent } from '../../../shared/model/work-log.ts';
import { sql } from '../sql.ts';
import type { StoreWriter } from '../aggregates.ts';
import { appendEvent, impliedEvent, statusOfSite } from './events.ts';
import type { EntryRow } from './reader.ts';
import { advance, timingOf } from './timing.ts';
import type { Timing } from './timing.ts';

/** An entry as a site answers it (CONTRACT 10.1). */
export interface RemoteEntry {
  entryid: number;
  guideid: number;
  userid: number;
  workorderid?: string | number | null | undefined;
  status?: string | undefined;
  cancelled?: unknown;
  starttime: number;
  endtime?: number | null | undefined;
  guide_revisionid?: number | null | undefined;
  /** Fields that only our own hubs send. */
  benchside?: unknown;
  [more: string]: unknown;
}

const ofHub = z.object({
  title: z.string().optional(),
  begun_title: z.string().optional(),
  guide_revisionid: z.int().optional(),
  events: z.array(workEvent).min(1),
});

/**
 * Stores a site's entry. A hub sends all events. A third-party site sends none: events made here are kept as the true
 * times, with the site's times beside them as `recorded`. While edits of the run are pending, only `recorded` is
 * updated. If a run that ended here continues on the site, the site's version is taken.
 *
 * @param stored totals of the events stored here; `undefined` if there are none
 */
export function putRemoteEntry(s: StoreWriter, entry: RemoteEntry, stored: Timing | undefined): void {
  const { entryid, guideid, userid, workorderid, status: named, starttime, benchside, ...more } = entry;
  const { endtime = null, guide_revisionid, ...body } = more;
  const hub = ofHub.safeParse(benchside).data;
  const status = statusOfSite({ status: named, cancelled: entry.cancelled, endtime });
  const outline = { userid, status, starttime, endtime };
  if (stored && !hub && s.journal.isPending('entry', entryid)) {
    const timing = JSON.stringify({ ...stored, recorded: { starttime, endtime } });
    s.db.run(sql`UPDATE work_log SET timing = ${timing} WHERE entryid = ${entryid}`);
    return;
  }
  const row: EntryRow = {
    entryid,
    guideid,
    userid,
    workorderid: String(workorderid ?? ''),
    status,
    starttime,
    endtime,
    guide_revisionid: hub?.guide_revisionid ?? guide_revisionid ?? s.guides.row(guideid)?.revisionid ?? 0,
    body: JSON.stringify(hub ? { ...body, site: { title: hub.begun_title ?? hub.title } } : body),
    timing: null,
  };
  const kept = stored && (stored.endtime === null || endtime !== null) ? stored : undefined;
  const unexplained = kept && kept.status !== status ? [impliedEvent(outline, kept.status, s.now)] : [];
  const timing = hub ? timingOf(hub.events) : kept && caughtUp(kept, unexplained, outline);
  if (timing) {
    row.starttime = timing.starttime;
    row.endtime = timing.endtime;
    row.timing = JSON.stringify(timing);
  }
  // The events name everyone who has had the job. After a restore its number may belong to another job.
  if (hub) s.db.run(sql`DELETE FROM work_person WHERE entryid = ${entryid}`);
  put(s, row);
  if (hub || !kept) s.db.run(sql`DELETE FROM work_event WHERE entryid = ${entryid}`);
  const first = hub ? 1 : (kept?.position ?? 0) + 1;
  for (const [index, event] of (hub?.events ?? unexplained).entries())
    appendEvent(s, entryid, first + index, event);
}

function caughtUp(
  kept: Timing,
  unexplained: readonly WorkEvent[],
  { starttime, endtime }: { starttime: number; endtime: number | null },
): Timing {
  const timing = unexplained.reduce(advance, kept);
  return { ...timing, recorded: { starttime, endtime } };
}

/** Updates the row in place, because replacing it would delete what belongs to it. */
function put(s: StoreWriter, row: EntryRow): void {
  s.db.run(sql`INSERT INTO work_log (entryid, guideid, userid, workorderid, status, starttime, endtime,
       guide_revisionid, body, timing)
     VALUES (${row.entryid}, ${row.guideid}, ${row.userid}, ${row.workorderid}, ${row.status},
       ${row.starttime}, ${row.endtime}, ${row.guide_revisionid}, ${row.body}, ${row.timing})
     ON CONFLICT (entryid) DO UPDATE SET guideid = excluded.guideid, userid = excluded.userid,
       workorderid = excluded.workorderid, status = excluded.status, starttime = excluded.starttime,
       endtime = excluded.endtime, guide_revisionid = excluded.guide_revisionid, body = excluded.body,
       timing = excluded.timing`);
}
