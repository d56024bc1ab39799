import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import { AppError } from '../../shared/errors.ts';
import { hashPassword } from '../identity/password.ts';
import type { MediaStorage } from '../media/storage.ts';
import type { Role } from '../store/actor.ts';
import type { Replica, ReplicaWriter } from '../replica/replica.ts';
import { claimIds, ownSteps, putDocuments } from './fixture-documents.ts';
import type { At } from './fixture-documents.ts';
import { storePictures } from './fixture-pictures.ts';
import { checkReferences } from './fixture-references.ts';
import { fixtureSchema } from './fixture-schema.ts';
import type { Fixture } from './fixture-schema.ts';
import { putWork } from './fixture-work.ts';
import { unknownKeys } from './unknown-keys.ts';
import { importAuthor } from './put-guides.ts';

const counted = [
  'users',
  'teams',
  'images',
  'wikis',
  'guides',
  'comments',
  'step_forms',
  'work_log',
  'releases',
  'videos',
] as const;

export type SeedResult = Record<(typeof counted)[number], number>;

/**
 * Stores a fixture in a hub's store in one transaction. Seeding the same file again changes nothing.
 *
 * @param onProgress called with the number of pictures done, which take most of the time
 * @param onUnknown called with each unknown key, which is ignored, and how often it occurs
 * @param options `contentOnly` leaves the site's settings as they are and gives the fixture's people no sign-in; the hub must be
 *   without guides, and without people of the same ids
 * @throws AppError `invalid` naming the wrong places in the file; nothing is stored then
 */
export async function seedFixture(
  file: string,
  store: Replica,
  media: MediaStorage,
  onProgress: (done: number, total: number) => void = () => undefined,
  onUnknown: (path: string, count: number) => void = () => undefined,
  { contentOnly = false } = {},
): Promise<SeedResult> {
  const fixture = await readFixture(file, onUnknown);
  const passwords = new Map<number, string>();
  for (const { userid, password } of fixture.users) {
    if (password && !contentOnly) passwords.set(userid, await hashPassword(password));
  }
  const pictures = await storePictures(fixture.images, dirname(resolve(file)), media, onProgress);
  return store.transact(null, (s) => {
    if (contentOnly) requireFree(s, fixture);
    else putSite(s, fixture);
    claimIds(s, fixture);
    for (const picture of pictures) picture(s);
    putUsers(
      s,
      contentOnly ? fixture.users.map((user) => ({ ...user, email: null })) : fixture.users,
      passwords,
    );
    putTeams(s, fixture);
    putDocuments(s, fixture, () => importAuthor(s), at);
    checkReferences(s, fixture);
    s.guides.touchDependents(fixture.guides.map((guide) => guide.guideid));
    for (const { guideid, users, teams } of fixture.guides) s.collaborators.add(guideid, { users, teams });
    const comments = putComments(s, fixture);
    putWork(s, fixture, at);
    putPersonal(s, 'favorites', fixture.favorites);
    putPersonal(s, 'completions', fixture.completions);
    const counts = Object.fromEntries(counted.map((kind) => [kind, fixture[kind].length])) as SeedResult;
    return { ...counts, comments };
  });
}

/** @throws AppError `invalid` if the fixture would change documents or people that are here */
function requireFree(s: ReplicaWriter, { users }: Fixture): void {
  if (s.guides.hasAny())
    throw new AppError(
      'invalid',
      'This hub has guides already, and guides of the file may have the same ids. Import the file into an empty hub.',
    );
  const taken = users.find(({ userid }) => s.users.row(userid));
  if (taken) throw new AppError('invalid', `users: ${taken.userid} is the userid of another person here.`);
}

async function readFixture(file: string, onUnknown: (path: string, count: number) => void): Promise<Fixture> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new AppError('invalid', `${file} cannot be read as JSON: ${why}`);
  }
  const parsed = fixtureSchema.safeParse(value);
  if (parsed.success) {
    const unknown = Map.groupBy(unknownKeys(fixtureSchema, value), (path) => path);
    for (const [path, { length }] of unknown) onUnknown(path, length);
    return parsed.data;
  }
  const places = parsed.error.issues.slice(0, 10).map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new AppError('invalid', `${file} is not a fixture: ${places.join('; ')}`);
}

const at: At = (place, fn) => {
  try {
    return fn();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError('invalid', `${place}: ${error.message}`, {}, error);
  }
};

function putSite(s: ReplicaWriter, { site }: Fixture): void {
  const before = s.meta.site;
  const { langid = before.langid } = site ?? {};
  const { langids = langid === before.langid ? before.langids : [] } = site ?? {};
  const after = { ...before, ...site, langids: [...new Set([langid, ...langids])] };
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  s.meta.set('site', after);
  s.feed.record('site', 0);
}

function roleOf({ role, privileges }: Fixture['users'][number]): Role {
  if (role) return role;
  const names = privileges.map((privilege) => privilege.toLowerCase());
  if (names.includes('admin')) return 'admin';
  return names.includes('author') || names.includes('editor') ? 'author' : 'technician';
}

function putUsers(s: ReplicaWriter, users: Fixture['users'], passwords: ReadonlyMap<number, string>): void {
  for (const user of users) {
    const fields = {
      username: user.username,
      unique_username: user.unique_username ?? null,
      location: user.location ?? null,
      summary: user.summary ?? null,
      about: user.about_raw || '',
      ...(user.image ? { image: user.image } : {}),
    };
    at(`users: ${user.userid}`, () => {
      if (s.users.row(user.userid)) s.users.update(user.userid, fields);
      else {
        s.users.create({
          ...fields,
          userid: user.userid,
          email: user.email ?? null,
          passwordHash: passwords.get(user.userid) ?? null,
          role: roleOf(user),
          reputation: user.reputation,
          ...(user.join_date === undefined ? {} : { join_date: user.join_date }),
        });
      }
    });
  }
}

function putTeams(s: ReplicaWriter, { teams }: Fixture): void {
  const stateOf = (teamid: number): string =>
    JSON.stringify([s.teams.row(teamid), s.teams.memberIds(teamid).toSorted((a, b) => a - b)]);
  for (const { teamid, name, description, owner, members } of teams) {
    const row = { teamid, name, description, owner: owner ?? null };
    const wanted = JSON.stringify([row, [...new Set(members)].sort((a, b) => a - b)]);
    for (const userid of [...members, ...(owner ? [owner] : [])]) {
      at(`teams: ${teamid}`, () => s.users.requireUser(userid, 'members'));
    }
    if (stateOf(teamid) !== wanted) s.teams.put(row, members);
  }
}

function putPersonal(
  s: ReplicaWriter,
  kind: 'favorites' | 'completions',
  entries: Fixture['favorites'],
): void {
  for (const [userid, own] of Map.groupBy(entries, (entry) => entry.userid)) {
    const stored = kind === 'favorites' ? s.favorites.favoriteIds(userid) : s.favorites.completionIds(userid);
    const before = stored.toSorted((a, b) => a.guideid - b.guideid);
    const after = own
      .map(({ guideid, date }) => ({
        guideid,
        date: date ?? before.find((b) => b.guideid === guideid)?.date ?? s.now,
      }))
      .sort((a, b) => a.guideid - b.guideid);
    if (JSON.stringify(after) === JSON.stringify(before)) continue;
    if (kind === 'favorites') s.favorites.setFavorites(userid, after);
    else s.favorites.setCompletions(userid, after);
    s.feed.record(kind, userid);
  }
}

/**
 * Stores the fixture's own comments and those in its guides.
 *
 * @returns their number
 */
function putComments(s: ReplicaWriter, { comments, guides }: Fixture): number {
  const shown = guides.flatMap((guide) => [
    ...guide.comments,
    ...ownSteps(guide).flatMap((step) => step.comments),
  ]);
  const all = new Map(
    [...shown, ...comments].flatMap(({ replies, ...top }) => [top, ...replies]).map((c) => [c.commentid, c]),
  );
  // Threads come before their replies.
  const ordered = [...all.values()].sort((a, b) => Number(Boolean(a.parentid)) - Number(Boolean(b.parentid)));
  for (const {
    commentid,
    context,
    contextid,
    parentid,
    author,
    userid,
    title,
    text_raw,
    text,
    date,
    modified_date,
    status,
  } of ordered) {
    const before = s.comments.asFixture(commentid);
    const row = {
      context,
      contextid,
      parentid: parentid ?? null,
      userid: author ?? userid ?? importAuthor(s),
      title,
      text_raw: text_raw ?? text ?? '',
      date: date ?? before?.date ?? Math.floor(s.now),
      modified_date,
      status,
    };
    if (JSON.stringify(row) === JSON.stringify(before)) continue;
    at(`comments: ${commentid}`, () => {
      s.users.requireUser(row.userid, 'author');
      if (row.parentid !== null && !s.comments.visible(row.parentid)) {
        throw new AppError('not-found', `There is no comment ${row.parentid} to reply to.`);
      }
      s.comments.putFixture({ commentid, ...row });
    });
  }
  return all.size;
}
