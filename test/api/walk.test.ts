import { afterAll, beforeAll, expect, test } from 'vitest';

import { endpoints } from '../../app/api/index.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { StepForm } from '../../shared/model/step-form.ts';
import { testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { buildWorld, ids, roles, secrets, tokens } from '../helpers/hidden-world.ts';
import type { Role } from '../helpers/hidden-world.ts';
import { addressesOf, leaksOf, readAll, search } from '../helpers/walk.ts';
import type { Found } from '../helpers/walk.ts';

let core: TestCore;

beforeAll(async () => {
  core = testCore();
  await buildWorld(core);
});

afterAll(() => core[Symbol.asyncDispose]());

/** These would end the sign-in of the walk, or wait for an external event. */
const leftOut = new Set([
  'DELETE /user/token',
  'POST /benchside/sync',
  'POST /benchside/bundle',
  'DELETE /benchside/users/{userid}/tokens',
]);

/** Sends every change to every resource, and tries to use hidden pictures and documents by id in one's own texts. */
async function writeAll(role: Role): Promise<Found> {
  const found: Found = { answers: 0, seen: new Map() };
  const text = (ids['imageid'] ?? []).map((id) => `[image|${id}]`).join(' ');
  const guide = { category: 'Pump', type: 'repair', public: true };
  const own: [string, object][] = [
    ['POST /benchside/preview', { text }],
    ['POST /benchside/preview', { text, inline: true }],
    ['POST /guides', { ...guide, introduction: text, conclusion: text }],
    ['POST /wikis', { namespace: 'WIKI', title: `Of ${role}`, contents: text }],
    ...(ids['imageid'] ?? []).map((image): [string, object] => [
      'POST /guides',
      { ...guide, image: Number(image) },
    ]),
    ...(ids['documentid'] ?? []).map((id): [string, object] => [
      'POST /guides',
      { ...guide, documents: [Number(id)] },
    ]),
    ...(ids['guideid'] ?? []).map((id): [string, object] => [
      'POST /guides',
      { ...guide, prerequisites: [Number(id)] },
    ]),
    ...(ids['userid'] ?? []).map((id): [string, object] => [`PATCH /users/${id}`, { about: text }]),
  ];
  for (const [route, json] of [...own, ...(await ofOwnGuide(role))])
    await search({ core, signedIn: tokens }, found, role, route, { json });
  for (const endpoint of endpoints) {
    const { route, example } = endpoint;
    if (route.startsWith('GET ') || leftOut.has(route) || endpoint.profile === 'desk') continue;
    for (const address of addressesOf(endpoint))
      await search({ core, signedIn: tokens }, found, role, `${address}?revisionid=1&file=a.jpg`, {
        json: example?.body ?? {},
      });
  }
  return found;
}

/** Changes of steps of the role's own guide, and of a job on it, which use every picture and video by id. */
async function ofOwnGuide(role: Role): Promise<[string, object][]> {
  const { [role]: token } = tokens;
  if (token === undefined) return [];
  const { guideid } = await core.json<{ guideid: number }>('POST /guides', {
    token,
    json: { category: 'Pump', type: 'repair', public: true },
  });
  const line = { text: 'Look', bullet: 'black', level: 0 };
  const step = `POST /guides/${guideid}/steps`;
  const { steps } = await core.json<Guide>(step, { token, json: { orderby: 1, lines: [line] } });
  const { fields } = await core.json<StepForm>(`POST /step_forms/${steps[0]?.stepid}`, {
    token,
    json: { fields: [{ field_type: 'Image', label: 'Photo' }] },
  });
  const { entryid } = await core.json<{ entryid: number }>('POST /work_log', {
    token,
    json: { guideid, workorderid: 'W1' },
  });
  const [photo] = fields;
  const each = (name: string, of: (id: number) => [string, object]): [string, object][] =>
    (ids[name] ?? []).map((id) => of(Number(id)));
  return [
    ...each('imageid', (id) => [step, { orderby: 1, lines: [line], media: { type: 'image', data: [id] } }]),
    ...each('videoid', (id) => [step, { orderby: 1, lines: [line], media: { type: 'object', data: id } }]),
    ...each('imageid', (id) => [
      `PUT /work_log/${entryid}/stepData`,
      { fields: { [String(photo?.field_revisionid)]: String(id) } },
    ]),
  ];
}

test('[security 3, 8, 20, 21] no answer shows a role what it may not read, for any read or change', async () => {
  const leaks: string[] = [];
  const read = new Map<Role, Found>();
  let answers = 0;
  for (const role of roles) {
    const found = await readAll({ core, signedIn: tokens }, role);
    read.set(role, found);
    answers += found.answers;
    leaks.push(...leaksOf(role, found));
  }
  // The walk finds every word: people who may read it have seen it.
  const missed = secrets
    .filter(({ what, readers }) => !readers.some((role) => read.get(role)?.seen.has(what)))
    .map(({ what }) => what);
  for (const role of ['nobody', 'stranger', 'author'] as const) {
    const found = await writeAll(role);
    answers += found.answers;
    leaks.push(...leaksOf(role, found));
  }
  process.stdout.write(`${answers} answers were searched for ${secrets.length} hidden words and guids.\n`);
  expect(leaks).toEqual([]);
  expect(missed).toEqual([]);
}, 120_000);
