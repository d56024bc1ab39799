import type { JournalEntry } from '../journal/entry.ts';
import { failedSearchOperation, readNotificationsOperation, viewsOperation } from '../journal/entry.ts';
import type { QueuedOperations } from './operation.ts';
import { readMark } from './read-back.ts';

/** Operations on people's own records, and on people and teams. */
export const personalOperations = {
  'PUT /guides/{guideid}/completed': { concurrent: true, readBack: readMark('completed', true) },
  'DELETE /guides/{guideid}/completed': { concurrent: true, readBack: readMark('completed', false) },
  'PUT /user/favorites/guides/{guideid}': { concurrent: true, readBack: readMark('favorited', true) },
  'DELETE /user/favorites/guides/{guideid}': { concurrent: true, readBack: readMark('favorited', false) },
  [viewsOperation]: { concurrent: true, withTime: shiftViews, staysHere: true },
  [readNotificationsOperation]: { concurrent: true, staysHere: true },
  [failedSearchOperation]: { concurrent: true, repeatable: true, staysHere: true },
  'PATCH /users/{userid}': {},
  'POST /benchside/teams': { creates: { kind: 'team', id: 'teamid' } },
  'PATCH /benchside/teams/{teamid}': {},
  'DELETE /benchside/teams/{teamid}': {},
  'PUT /teams/{teamid}/users/{userid}': {},
  'DELETE /teams/{teamid}/users/{userid}': {},
} satisfies QueuedOperations;

function shiftViews(body: unknown, time: number, { wallClock }: JournalEntry): unknown {
  const shift = Math.round(time - wallClock);
  const { views } = body as { views: { date: number }[] };
  return { views: views.map((view) => ({ ...view, date: view.date + shift })) };
}
