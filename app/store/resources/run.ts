import type { RemoteEntry } from '../work-log/remote.ts';
import type { SimpleResource } from './resource.ts';

/** A work log entry: one run through a guide. */
export const runResource: SimpleResource<RemoteEntry> = {
  text: (s, entryid) => s.workLog.answer(entryid),
  tellsAnonymousGone: false,
  pathHere: (s, entryid) => (s.workLog.ownerOf(entryid) === undefined ? undefined : `/work_log/${entryid}`),
  put: (s, _entryid, told) => s.workLog.putRemote(told),
  forget: (s, entryid) => s.workLog.forget(entryid),
  ownerOf: (s, entryid) => s.workLog.ownerOf(entryid),
  here: 'SELECT entryid AS id FROM work_log',
};
