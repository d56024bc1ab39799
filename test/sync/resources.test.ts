import { expect, it } from 'vitest';

import { idsHere, simpleResourceOf } from '../../app/store/resources/index.ts';
import { resourceKinds, simpleKinds } from '../../app/store/resources/kinds.ts';
import type { CallOptions } from '../helpers/core.ts';
import { pair } from '../helpers/pair.ts';
import type { Pair } from '../helpers/pair.ts';
import { addPerson } from '../helpers/people.ts';
import { mp4 } from '../media/videos.ts';
import { photo } from '../media/pictures.ts';

/** Creates one thing of every kind; all belong to one admin. */
async function fill({ hub }: Pair): Promise<{ userid: number; token: string }> {
  const person = await addPerson(hub, 'olga', { role: 'admin', password: 'long enough to keep' });
  const { token, userid } = person;
  const call = <T>(route: string, options: CallOptions = {}): Promise<T> =>
    hub.json<T>(route, { token, ...options });
  hub.ctx.store.transact(null, (s) => {
    s.meta.set('site', { langids: ['en', 'de'] });
    s.feed.record('site', 0);
  });
  const { guideid } = await call<{ guideid: number }>('POST /guides', {
    json: { category: 'Pump', type: 'repair', title: 'Mend the pump', public: true },
  });
  const { steps, revisionid } = await call<{ steps: { stepid: number }[]; revisionid: number }>(
    `POST /guides/${guideid}/steps`,
    { json: { orderby: 1, lines: [{ text: 'Open it.', bullet: 'black', level: 0 }] } },
  );
  await call(`POST /step_forms/${steps[0]?.stepid}`, {
    json: { fields: [{ field_type: 'Text Input', label: 'Serial' }] },
  });
  await call(`POST /comments/guide/${guideid}`, { json: { text: 'Well said.' } });
  await call(`PUT /guides/${guideid}/tag`, { json: { tag: 'pump' } });
  await call(`PUT /user/favorites/guides/${guideid}`);
  await call(`PUT /guides/${guideid}/completed`);
  await call(`PATCH /guides/${guideid}?revisionid=${revisionid}&langid=de`, {
    json: { title: 'Die Pumpe reparieren' },
  });
  await call('POST /guides/releases', { json: { guideid, title: 'First', status: 'released' } });
  await call(`PUT /guides/${guideid}/users/${userid}`);
  await call('PUT /translation_glossary/entries', {
    json: [{ term: 'pump', translations: { de: 'Pumpe' } }],
  });
  await call('POST /work_log', { json: { guideid, workorderid: 'WO 1' } });
  await call('POST /benchside/assignments', { json: { guideid, workorderid: 'WO 2', userid } });
  const olav = await addPerson(hub, 'olav', { role: 'author' });
  await hub.json(`POST /comments/guide/${guideid}`, { token: olav.token, json: { text: 'Thanks.' } });
  await call('POST /benchside/teams', { json: { name: 'Pumps', owner: userid } });
  const jpeg = new Uint8Array(await (await photo(300, 200)).jpeg().toBuffer());
  await call('POST /user/media/images?file=a.jpg', { body: jpeg });
  await call('POST /user/media/videos?file=a.mp4', { body: new Uint8Array(mp4()) });
  await call('POST /user/media/documents?file=a.txt', { body: new TextEncoder().encode('Text.') });
  await call('POST /benchside/views', {
    json: { views: [{ doc_type: 'GUIDE', docid: String(guideid), date: 1_700_000_000 }] },
  });
  return person;
}

it("[F1.1] a hub's feed has every kind of thing, and a desk stores each like the hub", async () => {
  await using both = await pair();
  const person = await fill(both);
  const told = new Map<string, number[]>();
  for (const { kind, id } of both.hub.ctx.store.read(null, (s) => s.feed.after(0, 1000)))
    told.set(kind, [...(told.get(kind) ?? []), id]);
  expect([...told.keys()].sort(), '`fill` has to create one thing of each kind').toEqual(
    [...resourceKinds].sort(),
  );
  await both.desk.json('POST /user/token', {
    json: { email: 'olga@example.org', password: 'long enough to keep' },
  });
  expect(await both.round({ people: [person] })).toMatchObject({ round: { outcome: 'clean' } });
  for (const kind of simpleKinds) {
    const { here } = simpleResourceOf(kind);
    if (here === undefined) continue;
    const ids = both.desk.ctx.store.read(null, (s) => idsHere(s, here));
    const ofHub = (told.get(kind) ?? []).filter((id) => id > 0);
    expect({ kind, ids: ids.toSorted((a, b) => a - b) }).toEqual({
      kind,
      ids: ofHub.toSorted((a, b) => a - b),
    });
  }
});
