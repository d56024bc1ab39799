import { expect, it, onTestFinished } from 'vitest';

import { endpoints } from '../../app/api/index.ts';
import { createLog } from '../../app/log.ts';
import { Engine } from '../../app/sync/engine.ts';
import { prepareInThread } from '../../app/sync/prepare-thread.ts';
import { prepareHere } from '../../app/sync/preparer.ts';
import { addGuide, everything, pair } from '../helpers/pair.ts';

const many = 260;
const site = { origin: 'http://site', benchside: true };

it('a first sync that prepares guides in a thread ends with everything the site shows', async () => {
  await using both = await pair();
  const { hub, desk, net } = both;
  await addGuide(hub, both.admin, { introduction: 'First.\n\nSecond.' });
  const actor = hub.ctx.store.read(null, (s) => s.users.actor(1));
  hub.ctx.store.transact(actor, (s) => {
    for (let n = 0; n < many; n += 1)
      s.guides.create({ category: 'Pump', type: 'repair', title: `Pump ${n}`, public: true });
  });
  const prepare = prepareInThread();
  const engine = new Engine({
    endpoints,
    site: net.url,
    store: desk.ctx.store,
    media: desk.ctx.media,
    log: createLog('sync', 'fatal'),
    prepare,
    onReport: () => undefined,
    onTokenRefused: () => undefined,
  });
  await prepare.expect(many);
  const { round } = await engine.round({ people: [] });
  expect(round).toMatchObject({ outcome: 'clean', guides: many + 1 });
  expect(await everything(desk)).toEqual(await everything(hub));
  // As many guides again find no thread running, and start one.
  hub.ctx.store.transact(actor, (s) => {
    for (const guideid of s.guides.ids())
      s.guides.update(guideid, s.guides.requireVisible(guideid).revisionid, { summary: 'Seen to' });
  });
  await prepare.expect(many);
  expect((await engine.round({ people: [] })).round).toMatchObject({ outcome: 'clean', guides: many + 1 });
  expect(await everything(desk)).toEqual(await everything(hub));
});

it('a thread prepares guides exactly like this one, in order, whatever is between them', async () => {
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const guide = await both.hub.json(`GET /guides/${guideid}`);
  const texts = Array.from({ length: many }, (_, n) =>
    n % 7 === 3
      ? '{"cut off'
      : n % 7 === 5
        ? '{}'
        : JSON.stringify({
            ...(guide as object),
            title: `Pump ${n}`,
            summary: 'long '.repeat(n % 50 === 9 ? 300_000 : 1),
          }),
  );
  const thread = prepareInThread();
  await thread.expect(many);
  onTestFinished(() => thread.rest());
  const [there, here] = await Promise.all(
    [thread, prepareHere].map((preparer) =>
      Promise.all(texts.map((text) => preparer.guide(new TextEncoder().encode(text), site))),
    ),
  );
  const plain = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value, (key, item: unknown) =>
        key === 'failure' ? 'failure' : key === 'packed' ? Object.keys(item as object).length > 0 : item,
      ),
    );
  expect(plain(there)).toEqual(plain(here));
  expect(there?.[many - 1]).toHaveProperty('pulled');
});

it('takes no guide from JSON that is none, such as the answer of a guest network', async () => {
  for (const json of [
    'null',
    '7',
    '[]',
    '{}',
    '{"doc":null}',
    '{"error":true}',
    '{"guideid":1}',
    '{"guideid":1,"steps":{}}',
  ])
    expect([json, await prepareHere.guide(new TextEncoder().encode(json), site)]).toEqual([
      json,
      { broken: true },
    ]);
});
