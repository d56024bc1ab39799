import { cpSync } from 'node:fs';
import { expect, it } from 'vitest';

import type { Comment } from '../../shared/model/comment.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { StepForm } from '../../shared/model/step-form.ts';
import type { Wiki } from '../../shared/model/wiki.ts';
import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, deskPerson, engineOf, pair, signInAt } from '../helpers/pair.ts';
import type { DeskPerson, Pair } from '../helpers/pair.ts';
import { stick } from '../helpers/stick.ts';

const field = (label: string): object => ({ field_type: 'Text Input', label });

/** Makes Ann's edits at her first desk without a network. */
async function write({ json }: TestCore, token: string, guideid: number): Promise<void> {
  const post = async <T>(route: string, body: unknown): Promise<T> => json<T>(route, { token, json: body });
  const guide = await post<Guide>('POST /guides', {
    category: 'Pump',
    type: 'repair',
    title: 'Made offline',
  });
  await post(`POST /guides/${guide.guideid}/steps`, { orderby: 1, lines: [line('Open')] });
  await post(`POST /comments/guide/${guideid}`, { text: 'First' });
  const { steps } = await json<Guide>(`GET /guides/${guideid}`, { token });
  await post(`POST /step_forms/${steps[0]?.stepid}`, { fields: [field('A')] });
  await post('POST /wikis', { namespace: 'WIKI', title: 'Gasket', contents: 'First' });
  await post(`PUT /guides/${guideid}/tag`, { tag: 'seal' });
  await post('POST /work_log', { guideid, workorderid: 'W 1' });
}

const line = (text: string): object => ({ text, bullet: 'black', level: 0 });

/** Makes further edits once the site has the first ones. */
async function goOn({ json }: TestCore, token: string, guideid: number): Promise<void> {
  const send = async <T>(route: string, body: unknown): Promise<T> => json<T>(route, { token, json: body });
  const guides = await json<Guide[]>('GET /guides?includePrivate', { token });
  const made = guides.find(({ title }) => title === 'Made offline');
  await send(`PATCH /guides/${made?.guideid}?revisionid=${made?.revisionid}`, { conclusion: 'Newer' });
  const [comment] = await json<Comment[]>('GET /comments', { token });
  await send(`PATCH /comments/${comment?.commentid}`, { text: 'Second' });
  const { steps } = await json<Guide>(`GET /guides/${guideid}`, { token });
  const stepid = steps[0]?.stepid;
  const { form_revisionid } = await json<StepForm>(`GET /step_forms/stepid/${stepid}`, { token });
  await send(`POST /step_forms/${stepid}`, { fields: [field('B')], form_revisionid });
  const { revisionid } = await json<Wiki>('GET /wikis/WIKI/Gasket', { token });
  await send(`PATCH /wikis/WIKI/Gasket?revisionid=${revisionid}`, { contents: 'Second' });
  await send(`DELETE /guides/${guideid}/tag`, { tag: 'seal' });
  const { results } = await json<{ results: WorkLogEntry[] }>('GET /work_log?limit=20', { token });
  await send(`POST /work_log/${results[0]?.entryid}/finish`, {});
}

/** Returns all her texts, as a server shows them. */
async function shown({ json }: TestCore, token: string, guideid: number): Promise<unknown> {
  const guides = await json<Guide[]>('GET /guides?includePrivate', { token });
  const routes = [
    ...guides.map((guide) => `/guides/${guide.guideid}`),
    '/comments',
    `/step_forms/guideid/${guideid}`,
    '/wikis/WIKI/Gasket',
    `/guides/${guideid}/tags`,
    '/work_log?limit=20',
  ];
  const answers = await Promise.all(routes.map((route) => json(`GET ${route}`, { token })));
  const text = JSON.stringify(answers).replaceAll(/http:\/\/[\w.:]+\//g, 'http://site/');
  return JSON.parse(text, (key, value: unknown) => (passing.has(key) ? undefined : value));
}

/** Fields that change with time and are not compared. */
const passing: ReadonlySet<string> = new Set(['duration', 'active_duration', 'pause_duration']);

async function benches(both: Pair): Promise<{ guideid: number; ann: DeskPerson }> {
  const guideid = await addGuide(both.hub, both.admin);
  const ann = await deskPerson(both, 'ann', 'admin');
  await both.round({ people: [ann] });
  await write(both.desk, ann.token, guideid);
  return { guideid, ann };
}

it('[J4.4] [chaos 3] a journal from a USB stick does not revert later edits of another desk', async () => {
  using usb = stick();
  await using both = await pair();
  const { guideid, ann } = await benches(both);
  await usb.save(both.desk);
  await both.round({ people: [ann] });
  await goOn(both.desk, ann.token, guideid);
  expect((await both.round({ people: [ann] })).round.outcome).toBe('clean');

  await using second = testCore({ profile: 'desk', site: both.net.url });
  const { token } = await signInAt(second, 'ann');
  const people = [{ userid: ann.userid, token }];
  const engine = engineOf(second, both.net.url);
  await engine.round({ people });
  const fromSite = await shown(both.hub, token, guideid);
  expect(await shown(second, token, guideid)).toEqual(fromSite);
  await usb.take(second);
  expect((await engine.round({ people })).round.outcome).toBe('clean');
  expect(await shown(second, token, guideid)).toEqual(fromSite);
  expect(await shown(both.hub, token, guideid)).toEqual(fromSite);
});

it('[J2.8] [seed 700258] edits of a page made along with an edit of a guide are sent by a desk that has not read the guide', async () => {
  using usb = stick();
  await using both = await pair();
  const ann = await deskPerson(both, 'ann', 'admin');
  await using second = testCore({ profile: 'desk', site: both.net.url });
  const { token } = await signInAt(second, 'ann');
  const people = [{ userid: ann.userid, token }];
  const engine = engineOf(second, both.net.url);
  await engine.round({ people });
  const guideid = await addGuide(both.hub, both.admin);
  await both.round({ people: [ann] });
  const ask = <T>(route: string, json?: unknown): Promise<T> =>
    both.desk.json<T>(route, { token: ann.token, ...(json === undefined ? {} : { json }) });
  const { revisionid } = await ask<Guide>(`GET /guides/${guideid}`);
  await ask(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
    tools: [{ name: 'Wrench', quantity: 1 }],
  });
  const page = await ask<Wiki>('GET /wikis/ITEM/Wrench');
  await ask(`PATCH /wikis/ITEM/Wrench?revisionid=${page.revisionid}`, { contents: 'By Ann.' });
  await ask(`POST /comments/wiki/${page.wikiid}`, { text: 'By Ann, too' });
  await usb.save(both.desk);
  await usb.take(second);
  expect((await engine.round({ people })).round).toMatchObject({ outcome: 'clean', pushed: 3 });
  for (const core of [both.hub, second]) {
    const asAnn = { token: core === second ? token : ann.token };
    expect(await core.json('GET /wikis/ITEM/Wrench', asAnn)).toMatchObject({ contents_raw: 'By Ann.' });
    expect(await core.json('GET /comments', asAnn)).toMatchObject([{ text_raw: 'By Ann, too' }]);
  }
});

it('[J2.9] [seed 1001770] edits of a page made along with an edit of a guide are of the page with its title at a desk that has one', async () => {
  using usb = stick();
  await using both = await pair();
  const ann = await deskPerson(both, 'ann', 'admin');
  const guideid = await addGuide(both.hub, both.admin);
  await both.round({ people: [ann] });
  const withWrench = async ({ json }: TestCore, token: string): Promise<Wiki> => {
    const { revisionid } = await json<Guide>(`GET /guides/${guideid}`, { token });
    await json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, {
      token,
      json: { tools: [{ name: 'Wrench', quantity: 1 }] },
    });
    return json<Wiki>('GET /wikis/ITEM/Wrench', { token });
  };
  const page = await withWrench(both.desk, ann.token);
  await both.desk.json(`PATCH /wikis/ITEM/Wrench?revisionid=${page.revisionid}`, {
    token: ann.token,
    json: { contents: 'By Ann.' },
  });
  await both.desk.json(`POST /comments/wiki/${page.wikiid}`, { token: ann.token, json: { text: 'Too' } });
  await usb.save(both.desk);
  await withWrench(both.hub, both.admin);

  await using second = testCore({ profile: 'desk', site: both.net.url });
  const { token } = await signInAt(second, 'ann');
  const people = [{ userid: ann.userid, token }];
  const engine = engineOf(second, both.net.url);
  await engine.round({ people });
  await usb.take(second);
  expect(await second.json('GET /wikis/ITEM/Wrench', { token })).toMatchObject({ contents_raw: 'By Ann.' });
  expect((await engine.round({ people })).round).toMatchObject({ outcome: 'clean', pushed: 2 });
  expect(await both.hub.json('GET /wikis/ITEM/Wrench')).toMatchObject({ contents_raw: 'By Ann.' });
  expect(await both.hub.json('GET /comments')).toMatchObject([{ text_raw: 'Too' }]);
});

it('[J4.4] [chaos 3] a copied desk that reads before it sends is not reverted', async () => {
  using folder = temporaryFolder();
  await using both = await pair();
  const { guideid, ann } = await benches(both);
  both.desk.ctx.store.checkpoint();
  cpSync(both.desk.dataDir, folder.path, { recursive: true });
  await both.round({ people: [ann] });
  await goOn(both.desk, ann.token, guideid);
  expect((await both.round({ people: [ann] })).round.outcome).toBe('clean');

  await using copy = testCore({ profile: 'desk', site: both.net.url, dataDir: folder.path });
  const engine = engineOf(copy, both.net.url);
  const bob = await deskPerson({ hub: both.hub, desk: copy }, 'bob', 'admin');
  // Only Bob is signed in there: Ann's edits wait, and everything else is read.
  await engine.round({ people: [bob] });
  const { token } = await signInAt(copy, 'ann');
  const people = [bob, { userid: ann.userid, token }];
  expect((await engine.round({ people })).round.outcome).toBe('clean');
  expect(await shown(copy, token, guideid)).toEqual(await shown(both.hub, token, guideid));
});

it.for(['line', 'step'] as const)(
  '[J6.3] [seed 1008273] the ids of a new %s in a repeated answer are those that the hub gave',
  async (kind) => {
    using folder = temporaryFolder();
    await using both = await pair();
    const guideid = await addGuide(both.hub, both.admin);
    const ann = await deskPerson(both, 'ann', 'admin');
    await both.round({ people: [ann] });
    const asks = (core: TestCore, token: string): Asks => {
      return (route, json) => core.json(route, { token, ...(json ? { json } : {}) });
    };
    const [atSite, atDesk] = [asks(both.hub, both.admin), asks(both.desk, ann.token)];
    const guideAt = (ask: Asks): Promise<Guide> => ask<Guide>(`GET /guides/${guideid}`);
    const [first] = (await guideAt(atDesk)).steps;
    const path = `/guides/${guideid}/steps`;
    const change = `PATCH ${path}/${first?.stepid}?revisionid=${first?.revisionid}`;
    const lines = (first?.lines ?? []).map(({ lineid, text_raw }) => ({ ...line(text_raw), lineid }));
    if (kind === 'step') await atDesk(`POST ${path}`, { orderby: 2, lines: [line('New')] });
    else await atDesk(change, { lines: [...lines, line('New')] });
    both.desk.ctx.store.checkpoint();
    cpSync(both.desk.dataDir, folder.path, { recursive: true });

    // Another person adds a line and a step in front. The copy has read these when it sends the edit, and this desk has not.
    await atSite(change, { lines: [line('In front'), ...lines] });
    await atSite(`POST ${path}`, { orderby: 1, lines: [line('In front')] });
    await using copy = testCore({ profile: 'desk', site: both.net.url, dataDir: folder.path });
    const engine = engineOf(copy, both.net.url);
    const bob = await deskPerson({ hub: both.hub, desk: copy }, 'bob', 'admin');
    await engine.round({ people: [bob] });
    const { token } = await signInAt(copy, 'ann');
    const people = [bob, { userid: ann.userid, token }];
    expect((await engine.round({ people })).round.outcome).toBe('clean');

    const newIn = ({ steps }: Guide): object | undefined =>
      steps
        .flatMap(({ stepid, lines }) => lines.map(({ lineid, text_raw }) => ({ stepid, lineid, text_raw })))
        .find(({ text_raw }) => text_raw === 'New');
    const made = newIn(await guideAt(atDesk));
    await both.round({ people: [ann] });
    const named = both.desk.ctx.store.read(null, (s) => s.idMap.resolve(made));
    expect(named).toEqual(newIn(await guideAt(atSite)));
  },
);

type Asks = <T>(route: string, json?: unknown) => Promise<T>;
