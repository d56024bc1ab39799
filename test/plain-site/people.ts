import { createHash } from 'node:crypto';

import type { Data, Person } from './data.ts';
import { canSee, requireGuide, summaryOf } from './guides.ts';
import { bodyOf, forbidden, notFound, nothing, ok, page, Refusal, required } from './http.ts';
import type { Ask, Operations } from './http.ts';
import { imageOf, placeholder } from './media.ts';
import { rendered } from './text.ts';

export function requireViewer({ viewer }: Ask): Person {
  if (!viewer) throw new Refusal(401, 'Authentication required');
  return viewer;
}

export function requirePerson(ask: Ask, userid: number): Person {
  const person = ask.data.people.get(userid);
  if (!person) throw notFound('User');
  return person;
}

export const isAdmin = (person: Person | undefined): boolean => person?.privileges.includes('Admin') ?? false;

/** Returns a person as documents name them. */
export function authorOf(ask: Ask, userid: number): Record<string, unknown> {
  const person = requirePerson(ask, userid);
  return {
    userid,
    username: person.username,
    unique_username: person.username,
    join_date: person.joined,
    image: person.image === null ? placeholder(ask) : imageOf(ask, person.image),
    reputation: 1,
    url: `${ask.origin}/User/${userid}/${person.username}`,
    teams: teamsOf(ask.data, userid),
    privileges: person.privileges,
  };
}

const teamsOf = (data: Data, userid: number): number[] =>
  [...data.teams.values()].filter(({ members }) => members.includes(userid)).map(({ teamid }) => teamid);

function userOf(ask: Ask, person: Person): Record<string, unknown> {
  return {
    ...authorOf(ask, person.userid),
    location: person.location,
    latitude: null,
    longitude: null,
    certification_count: 0,
    badge_counts: { bronze: 0, silver: 0, gold: 0, total: 0 },
    summary: null,
    about_raw: person.about || false,
    about_rendered: person.about ? rendered(person.about) : false,
    greatest_privilege: person.privileges.at(-1),
    langid: 'en',
  };
}

export function newToken(data: Data, userid: number): string {
  const token = createHash('md5')
    .update(`token ${data.next('token')}`)
    .digest('hex');
  data.tokens.set(token, userid);
  return token;
}

function signIn(ask: Ask) {
  const body = bodyOf(ask);
  const [email, password] = [required(body, 'email'), required(body, 'password')];
  const person = [...ask.data.people.values()].find((one) => one.email === email);
  if (person?.password !== password) throw new Refusal(401, 'Invalid login');
  return ok({ ...userOf(ask, person), authToken: newToken(ask.data, person.userid) }, 201);
}

/** Returns a person's list, with the date of each entry. */
function marked(ask: Ask, list: 'favorites' | 'completions', person: Person) {
  const marks = [...person[list]].flatMap(([guideid, date]) => {
    const guide = ask.data.guides.get(guideid);
    return guide ? [{ date, guide }] : [];
  });
  const sorted = marks.sort((a, b) =>
    list === 'favorites'
      ? b.date - a.date || a.guide.guideid - b.guide.guideid
      : a.guide.guideid - b.guide.guideid,
  );
  return page(ask, sorted, ({ guide }) => canSee(ask, guide)).map(({ date, guide }) =>
    list === 'favorites' ? { date, guide: summaryOf(ask, guide) } : summaryOf(ask, guide),
  );
}

function mark(ask: Ask, list: 'favorites' | 'completions', wanted: boolean) {
  const person = requireViewer(ask);
  const { guideid } = requireGuide(ask);
  if (!wanted) person[list].delete(guideid);
  else if (!person[list].has(guideid)) person[list].set(guideid, ask.data.now);
  return nothing;
}

const guidesBy = (ask: Ask, userid: number) =>
  page(
    ask,
    [...ask.data.guides.values()].filter(({ fields }) => fields.author === userid),
    (guide) => canSee(ask, guide),
  ).map((guide) => summaryOf(ask, guide));

const named = (ask: Ask): Person => requirePerson(ask, Number(ask.params['userid']));

export const people: Operations = {
  'POST /user/token': signIn,
  'DELETE /user/token': (ask) => {
    const { userid } = requireViewer(ask);
    for (const [token, owner] of ask.data.tokens) if (owner === userid) ask.data.tokens.delete(token);
    return nothing;
  },
  'GET /user': (ask) => ok(userOf(ask, requireViewer(ask))),
  'GET /user/guides': (ask) => ok(guidesBy(ask, requireViewer(ask).userid)),
  'GET /user/favorites/guides': (ask) => ok(marked(ask, 'favorites', requireViewer(ask))),
  'PUT /user/favorites/guides/{guideid}': (ask) => mark(ask, 'favorites', true),
  'DELETE /user/favorites/guides/{guideid}': (ask) => mark(ask, 'favorites', false),
  'GET /user/completions': (ask) => ok(marked(ask, 'completions', requireViewer(ask))),
  'PUT /guides/{guideid}/completed': (ask) => mark(ask, 'completions', true),
  'DELETE /guides/{guideid}/completed': (ask) => mark(ask, 'completions', false),
  'GET /user/flags': (ask) => (requireViewer(ask), ok({ guide: {} })),
  'GET /user/badges': (ask) => ok(requireViewer(ask).badges),
  'GET /users': (ask) =>
    ok(page(ask, [...ask.data.people.values()]).map(({ userid }) => authorOf(ask, userid))),
  'GET /users/{userid}': (ask) => ok(userOf(ask, named(ask))),
  'GET /users/{userid}/badges': (ask) => ok(named(ask).badges),
  'GET /users/{userid}/guides': (ask) => ok(guidesBy(ask, named(ask).userid)),
  'GET /users/{userid}/favorites/guides': (ask) => ok(marked(ask, 'favorites', named(ask))),
  'GET /users/{userid}/completions': (ask) => ok(marked(ask, 'completions', named(ask))),
  'PATCH /users/{userid}': (ask) => {
    const person = named(ask);
    const viewer = requireViewer(ask);
    if (viewer !== person && !isAdmin(viewer)) throw forbidden('This is somebody else');
    const { username, location, about, image } = bodyOf(ask);
    if (typeof username === 'string') person.username = username;
    if (typeof location === 'string' || location === null) person.location = location;
    if (typeof about === 'string') person.about = about;
    if (typeof image === 'number' || image === null) person.image = image;
    return ok(userOf(ask, person));
  },
};
