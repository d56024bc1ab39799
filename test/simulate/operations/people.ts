import type { Comment } from '../../../shared/model/comment.ts';
import type { Guide, Step } from '../../../shared/model/guide.ts';
import type { NotificationList } from '../../../shared/model/notification.ts';
import type { Actor } from './actor.ts';
import { openGuide } from './guides.ts';
import type { Act } from './guides.ts';

async function comment(doing: Actor): Promise<unknown> {
  const guide = await openGuide(doing);
  if (!guide) return undefined;
  const { random } = doing;
  const mark = doing.mark();
  const step = random.pick(guide.steps);
  const [context, contextid] = step && random.chance(0.4) ? ['step', step.stepid] : ['guide', guide.guideid];
  const parents = guide.comments.filter((one) => context === 'guide' && one.context === 'guide');
  const parent = random.chance(0.3) ? random.pick(parents) : undefined;
  const body = { text: `Comment ${mark}`, ...(parent ? { parentid: parent.commentid } : {}) };
  return doing.write(`POST /comments/${context}/${contextid}`, body, mark);
}

/** Comments on a step, and deletes the step. */
export async function commentOnLast(doing: Actor): Promise<unknown> {
  const guide = await openGuide(doing);
  const step = guide && doing.random.pick(guide.steps.filter(({ guideid }) => guideid === guide.guideid));
  if (!guide || !step) return undefined;
  const mark = doing.mark();
  await doing.write(`POST /comments/step/${step.stepid}`, { text: `Comment ${mark}` }, mark);
  const path = `/guides/${guide.guideid}/steps/${step.stepid}`;
  return doing.write(`DELETE ${path}?revisionid=${step.revisionid}`, undefined);
}

/** Opens the first guide, with its last step. */
async function lastStep(doing: Actor): Promise<{ guide: Guide; step: Step } | undefined> {
  const guide = await doing.get<Guide>(`/guides/${doing.ids('guide').find((id) => id > 0)}`);
  const step = guide?.steps.at(-1);
  return guide && step && { guide, step };
}

export async function commentOnStep(doing: Actor): Promise<unknown> {
  const last = await lastStep(doing);
  const mark = doing.mark();
  return last && doing.write(`POST /comments/step/${last.step.stepid}`, { text: `Comment ${mark}` }, mark);
}

export async function summarize(doing: Actor): Promise<unknown> {
  const last = await lastStep(doing);
  const mark = doing.mark();
  const { guideid = 0, revisionid = 0 } = last?.guide ?? {};
  const body = { summary: `Summary ${mark}` };
  return last && doing.write(`PATCH /guides/${guideid}?revisionid=${revisionid}`, body, mark);
}

export async function removeStep(doing: Actor): Promise<unknown> {
  const last = await lastStep(doing);
  const path = last && `/guides/${last.guide.guideid}/steps/${last.step.stepid}`;
  return last && doing.write(`DELETE ${path}?revisionid=${last.step.revisionid}`, undefined);
}

export async function editComment(doing: Actor): Promise<unknown> {
  const id = doing.ids('comment', doing.person.userid).at(doing.random.chance(0.5) ? -1 : 0);
  if (id === undefined || !(await doing.get<Comment>(`/comments/${id}`))) return undefined;
  const mark = doing.mark();
  return doing.write(`PATCH /comments/${id}`, { text: `Better ${mark}` }, mark);
}

async function removeComment(doing: Actor): Promise<unknown> {
  const id = doing.pick('comment', doing.person.userid);
  if (id === undefined || !(await doing.get<Comment>(`/comments/${id}`))) return undefined;
  return doing.write(`DELETE /comments/${id}`, undefined);
}

async function favorite(doing: Actor): Promise<unknown> {
  const guide = await openGuide(doing);
  const method = guide?.favorited ? 'DELETE' : 'PUT';
  return guide && doing.write(`${method} /user/favorites/guides/${guide.guideid}`, undefined);
}

async function complete(doing: Actor): Promise<unknown> {
  const guide = await openGuide(doing);
  const method = guide?.completed ? 'DELETE' : 'PUT';
  return guide && doing.write(`${method} /guides/${guide.guideid}/completed`, undefined);
}

async function team(doing: Actor): Promise<unknown> {
  const teamid = doing.pick('team');
  if (teamid === undefined) return undefined;
  const path = `/teams/${teamid}/users/${doing.person.userid}`;
  return doing.random.chance(0.5)
    ? doing.write(`PUT ${path}`, { join_code: 'open-sesame!' })
    : doing.write(`DELETE ${path}`, undefined);
}

async function glossary(doing: Actor): Promise<unknown> {
  const entries = (await doing.get<{ entryid: number }[]>('/translation_glossary/entries')) ?? [];
  const old = doing.random.pick(entries);
  if (old && doing.random.chance(0.3))
    return doing.write(`DELETE /translation_glossary/entries/${old.entryid}`, undefined);
  const mark = doing.mark();
  const change =
    old && doing.random.chance(0.4)
      ? { entryid: old.entryid, translations: { de: `Wort ${mark}` } }
      : { term: `term ${mark}`, translations: { de: 'Wort' } };
  return doing.write('PUT /translation_glossary/entries', { entries: [change] }, mark);
}

export async function profile(doing: Actor): Promise<unknown> {
  const { userid } = doing.person;
  await doing.get(`/users/${userid}`);
  const mark = doing.mark();
  return doing.write(`PATCH /users/${userid}`, { location: `Place ${mark}` }, mark);
}

/** Creates or changes a team, as only admins may. */
async function manageTeam(doing: Actor): Promise<unknown> {
  if (doing.person.role !== 'admin') return undefined;
  const teamid = doing.random.chance(0.6) ? doing.pick('team') : undefined;
  if (teamid !== undefined) await doing.get('/teams?limit=200');
  const mark = doing.mark();
  return teamid === undefined
    ? doing.write('POST /benchside/teams', { name: `Team ${mark}`, join_code: 'open-sesame!' }, mark)
    : doing.write(`PATCH /benchside/teams/${teamid}`, { description: `About ${mark}` }, mark);
}

export async function readNotifications(doing: Actor): Promise<unknown> {
  const { results = [] } = (await doing.get<NotificationList>('/benchside/notifications')) ?? {};
  const unread = results.filter(({ read }) => !read).slice(0, 1 + doing.random.int(2));
  if (unread.length === 0) return undefined;
  const notificationids = unread.map(({ notificationid }) => notificationid);
  return doing.write('PUT /benchside/notifications/read', { notificationids });
}

/** Reports what is wrong with a guide, which anyone may who reads it. */
export async function report(doing: Actor): Promise<unknown> {
  const guide = await openGuide(doing);
  const flag = doing.random.pick(['GUIDE_MISSING_IMAGES', 'GUIDE_INCORRECT_TOOLS']);
  return guide && doing.write(`PUT /benchside/guides/${guide.guideid}/flags/${flag}`, {});
}

export const people: readonly (readonly [number, Act, number?])[] = [
  [8, comment],
  [1, commentOnLast, 10],
  [3, editComment],
  [2, removeComment],
  [4, favorite],
  [3, complete],
  [2, team],
  [2, glossary],
  [1, profile, 2],
  [2, manageTeam, 2],
  [2, readNotifications, 11],
  [1, report, 11],
];
