import { expect } from 'vitest';

import { hashPassword } from '../../../app/identity/password.ts';
import { hashToken } from '../../../app/identity/token.ts';
import type { Role } from '../../../app/store/actor.ts';
import { sql } from '../../../app/store/sql.ts';
import type { CallOptions, TestCore } from '../../helpers/core.ts';
import { corners } from '../../media/pictures.ts';
import { mp4 } from '../../media/videos.ts';

/** Userids of the example world; the names are also the tokens. Tomas owns things; Omar is involved in nothing. */
export const people = { ada: 1, tomas: 2, ines: 3, kofi: 4, lena: 5, omar: 6 } as const;
export type Person = keyof typeof people;

export const password = 'a long enough password';

const roles: Partial<Record<Person, Role>> = { ada: 'admin', ines: 'author' };

/** Makes the world of the endpoints' examples on an empty hub over the API, as its people would. */
export async function buildWorld(hub: TestCore): Promise<void> {
  await addPeople(hub);
  await addMedia(hub);
  await addCategories(hub);
  await addGuides(hub);
  await addWork(hub);
}

async function addPeople({ ctx: { store } }: TestCore): Promise<void> {
  const passwordHash = await hashPassword(password);
  store.transact(null, (s) => {
    for (const [username, userid] of Object.entries(people)) {
      const role = roles[username as Person] ?? 'technician';
      expect(s.users.create({ email: emailOf(username), username, role, passwordHash })).toBe(userid);
      s.sessions.add({ userid, tokenHash: hashToken(username) });
    }
    s.db.run(sql`UPDATE account SET sso_userid = 'tomas-17' WHERE userid = ${people.tomas}`);
    s.meta.set('site', { langids: ['en', 'de'] });
    s.feed.record('site', 0);
    s.teams.put({ teamid: 1, name: 'Hydraulics', description: '', owner: people.tomas }, [2, 5]);
  });
}

export const emailOf = (username: string): string => `${username}@example.org`;

async function addMedia(hub: TestCore): Promise<void> {
  const { png, mp4, txt } = await files();
  await tomas(hub, 'POST /user/media/images?file=pump.png', { body: png });
  await tomas(hub, 'POST /user/media/images?file=lid.png', { body: png });
  await tomas(hub, 'POST /user/media/videos?file=pump.mp4&image=2', { body: mp4 });
  await tomas(hub, 'POST /user/media/documents?file=drawing.txt', { body: txt });
}

type Files = Record<'png' | 'mp4' | 'txt', Uint8Array<ArrayBuffer>>;

let made: Promise<Files> | undefined;

/** Returns upload files by the extension of their names. */
export function files(): Promise<Files> {
  made ??= corners().then(async (sharp) => ({
    png: new Uint8Array(await sharp.png().toBuffer()),
    mp4: new Uint8Array(mp4()),
    txt: new TextEncoder().encode('Loosen the nuts crosswise.'),
  }));
  return made;
}

async function addCategories(hub: TestCore): Promise<void> {
  const wiki = (json: Record<string, unknown>) => tomas(hub, 'POST /wikis', { json });
  await wiki({ namespace: 'CATEGORY', title: 'Hydraulics', contents: '' });
  await wiki({ namespace: 'CATEGORY', title: 'Pump', contents: 'It moves water.', parent: 'Hydraulics' });
  await tomas(hub, 'PUT /wikis/CATEGORY/Pump/tag', { json: { tag: 'pump' } });
  const { revisionid } = await wiki({ namespace: 'WIKI', title: 'Manual', contents: 'First words.' });
  const json = { contents: 'Read this.' };
  await tomas(hub, `PATCH /wikis/WIKI/Manual?revisionid=${revisionid}`, { json });
  await wiki({ namespace: 'ITEM', title: 'Wrench', contents: 'It turns nuts.' });
}

async function addGuides(hub: TestCore): Promise<void> {
  const guide = (title: string, fields: object = {}) =>
    tomas(hub, 'POST /guides', { json: { category: 'Pump', type: 'repair', title, ...fields } });
  const step = (guideid: number, orderby: number, text: string, fields: object = {}) =>
    tomas(hub, `POST /guides/${guideid}/steps`, {
      json: { orderby, lines: [{ text, bullet: 'black', level: 0 }], ...fields },
    });
  await guide('Mend the pump', { public: true, image: 1, documents: [1] });
  await step(1, 1, 'Open the lid.');
  await step(1, 2, 'Take out the seal.', { media: { type: 'object', data: 1 } });
  await guide('Mend the secret pump');
  await step(2, 1, 'Open the secret lid.');
  const { revisionid } = await guide('A guide too many', { public: true });
  await tomas(hub, `DELETE /guides/3?revisionid=${revisionid}`);
  await tomas(hub, 'PUT /guides/1/tag', { json: { tag: 'pump' } });
  await tomas(hub, `PUT /guides/2/users/${people.kofi}`);
  await tomas(hub, 'PUT /guides/2/teams/1');
  await tomas(hub, 'PUT /user/favorites/guides/1');
  await tomas(hub, 'PUT /guides/1/completed');
  await tomas(hub, 'POST /comments/guide/1', { json: { text: 'Worked for me.' } });
}

async function addWork(hub: TestCore): Promise<void> {
  const field = { field_type: 'Text Input', label: 'Serial number', field_guid: 'field_serial' };
  await tomas(hub, 'POST /step_forms/1', { json: { fields: [field] } });
  for (const workorderid of ['W-1', 'W-2', 'W-3', 'W-4']) {
    await tomas(hub, 'POST /work_log', { json: { guideid: 1, workorderid } });
  }
  await tomas(hub, 'POST /work_log/2/pause');
  await tomas(hub, 'POST /work_log/3/suspend');
  await tomas(hub, 'POST /work_log/4/finish');
  const json = { guideid: 1, workorderid: 'W-5', userid: people.tomas, bench: 'Bench 2', due: '2026-12-01' };
  await as('ines', hub, 'POST /benchside/assignments', { json });
  await tomas(hub, 'POST /guides/releases', { json: { guideid: 1, title: 'First', type: 'major' } });
  const entries = [{ term: 'piston', translations: { de: 'Kolben' } }];
  await as('ines', hub, 'PUT /translation_glossary/entries', { json: { entries } });
}

const tomas = (hub: TestCore, route: string, options: CallOptions = {}): Promise<Made> =>
  as('tomas', hub, route, options);

interface Made {
  revisionid: number;
}

function as(token: Person, hub: TestCore, route: string, options: CallOptions): Promise<Made> {
  return hub.json(route, { token, ...options });
}
