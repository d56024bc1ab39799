import type { AssignmentRow } from '../assignments/assignments.ts';
import { sql } from '../sql.ts';
import type { RemoteEntry } from '../work-log/remote.ts';
import type { SimpleResource } from './resource.ts';

/** A work log entry: one run through a guide. */
export const runResource: SimpleResource<RemoteEntry> = {
  text: (s, entryid) => s.workLog.answer(entryid),
  tellsAnonymousGone: false,
  pathHere: (s, entryid) => (s.workLog.ownerOf(entryid) === undefined ? undefined : `/work_log/${entryid}`),
  put: (s, _entryid, told) => s.workLog.putRemote(told),
  forget: (s, entryid) => s.workLog.forget(entryid),
  here: sql`SELECT entryid AS id FROM work_log`,
};

/** Work that is assigned to a person or to a bench. */
export const assignmentResource: SimpleResource<AssignmentRow> = {
  text: (s, assignmentid) => s.assignments.feedText(assignmentid),
  tellsAnonymousGone: false,
  pathHere: (s, assignmentid) =>
    s.assignments.row(assignmentid) ? `/benchside/assignments/${assignmentid}` : undefined,
  put: (s, _assignmentid, told) => s.assignments.putRemote(told),
  forget: (s, assignmentid) => s.assignments.forget(assignmentid),
  here: sql`SELECT assignmentid AS id FROM assignment`,
};
