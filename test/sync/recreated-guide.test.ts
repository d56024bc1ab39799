import { expect, it } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import type { JournalItem } from '../../shared/model/journal.ts';
import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import { addGuide } from '../helpers/pair.ts';
import { workshop } from '../helpers/restorable.ts';
import type { Bench } from '../helpers/restorable.ts';
import { photo } from '../media/pictures.ts';

const guide = { category: 'Pump', type: 'repair', title: 'Mend the pump', public: true };

/** Returns the edits that wait at a desk, oldest first: their routes and bodies. */
async function waitingAt({ ask }: Bench): Promise<[string, unknown][]> {
  const { entries } = await ask<{ entries: JournalItem[] }>('GET /benchside/journal?state=pending,parked');
  return entries.map(({ operation, body }): [string, unknown] => [operation, body]).toReversed();
}

it('[F4.11] [seed 701746] a lost guide is recreated without its lost pictures, and edits of it follow', async () => {
  await using shop = await workshop();
  const ann = await shop.bench('ann');
  const copy = await shop.backUp();
  const asAdmin = { token: shop.admin };
  const body = new Uint8Array(await (await photo(640, 480)).png().toBuffer());
  const upload = async (): Promise<number> => {
    const route = 'POST /user/media/images?file=seal.png';
    return (await shop.hub.json<{ image: { id: number } }>(route, { ...asAdmin, body })).image.id;
  };
  const guideid = await addGuide(shop.hub, shop.admin, { image: await upload() }, 0);
  const step = {
    orderby: 1,
    lines: [{ text: 'Open it', bullet: 'black', level: 0 }],
    media: { type: 'image', data: [await upload()] },
  };
  await shop.hub.json(`POST /guides/${guideid}/steps`, { ...asAdmin, json: step });
  await ann.round();
  const { revisionid } = await ann.ask<Guide>(`GET /guides/${guideid}`);
  await ann.ask('POST /work_log', { guideid, workorderid: 'A 1' });
  await ann.ask(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { conclusion: 'By Ann' });
  await shop.goOnWith(copy);
  expect((await ann.round()).problem).toBeNull();

  const { entries } = await ann.ask<{ entries: JournalItem[] }>(
    'GET /benchside/journal?state=pending,parked&limit=20',
  );
  expect(entries.map(({ operation, state }) => `${state} ${operation}`).toReversed()).toEqual([
    'parked POST /guides',
    'pending POST /guides/{guideid}/steps',
    'pending POST /work_log',
  ]);
  await ann.ask(`POST /benchside/journal/${entries.at(-1)?.entryid}/retry`, {});
  for (let n = 0; n < 2; n += 1) expect((await ann.round()).problem).toBeNull();
  const onHub = <T>(route: string): Promise<T> => shop.hub.json<T>(route, { token: ann.person.token });
  const [again] = await onHub<Guide[]>('GET /guides');
  expect(await onHub(`GET /guides/${again?.guideid}`)).toMatchObject({
    conclusion_raw: 'By Ann',
    image: null,
    steps: [{ lines: [{ text_raw: 'Open it' }], media: { data: [] } }],
  });
  const { results } = await onHub<{ results: WorkLogEntry[] }>('GET /work_log?limit=20');
  expect(results).toMatchObject([{ workorderid: 'A 1', guideid: again?.guideid }]);
});

it('[F4.15] [seed 1004968] edits about a lost guide that was made here wait with the guide, and are sent again', async () => {
  await using shop = await workshop();
  const ann = await shop.bench('ann');
  await ann.round();
  const copy = await shop.backUp();
  const { guideid } = await ann.ask<Guide>('POST /guides', guide);
  const { revisionid } = await ann.ask<Guide>(`GET /guides/${guideid}`);
  await ann.ask(`PATCH /guides/${guideid}?revisionid=${revisionid}&langid=de`, { conclusion: 'Ende' });
  await ann.ask(`POST /comments/guide/${guideid}`, { text: 'By Ann' });
  await ann.ask('POST /work_log', { guideid, workorderid: 'A 1' });
  expect(await ann.round()).toMatchObject({ problem: null, round: { pushed: 4 } });
  await shop.goOnWith(copy);
  expect((await ann.round()).problem).toBeNull();
  expect(await waitingAt(ann)).toMatchObject([
    ['POST /guides', { title: 'Mend the pump' }],
    ['PATCH /guides/{guideid}', { conclusion: 'Ende' }],
    ['POST /comments/{context}/{contextid}', { text: 'By Ann' }],
    ['POST /work_log', { workorderid: 'A 1' }],
  ]);

  await ann.ask('POST /benchside/journal/retry_lost', {});
  for (let n = 0; n < 2; n += 1) expect((await ann.round()).problem).toBeNull();
  const [again] = await shop.hub.json<Guide[]>('GET /guides', { token: shop.admin });
  expect(await shop.hub.json(`GET /guides/${again?.guideid}?langid=de`, { token: shop.admin })).toMatchObject(
    {
      title: 'Mend the pump',
      conclusion_raw: 'Ende',
      comments: [{ text_raw: 'By Ann' }],
    },
  );
  const runs = await shop.hub.json('GET /work_log?limit=20', { token: shop.admin });
  expect(runs).toMatchObject({ results: [{ workorderid: 'A 1', guideid: again?.guideid }] });
});

it('[F4.15] [seed 70002682] a tag of a lost guide that was made here can be discarded', async () => {
  await using shop = await workshop();
  const ann = await shop.bench('ann');
  await ann.round();
  const copy = await shop.backUp();
  const { guideid, revisionid } = await ann.ask<Guide>('POST /guides', guide);
  await ann.ask(`PUT /guides/${guideid}/tag`, { tag: 'ant' });
  await ann.ask(`DELETE /guides/${guideid}?revisionid=${revisionid}`);
  expect(await ann.round()).toMatchObject({ problem: null, round: { pushed: 3 } });
  await shop.goOnWith(copy);
  expect((await ann.round()).problem).toBeNull();
  const { entries } = await ann.ask<{ entries: JournalItem[] }>('GET /benchside/journal?state=parked');
  expect(entries.map(({ operation }) => operation).toReversed()).toEqual([
    'POST /guides',
    'PUT /guides/{guideid}/tag',
    'DELETE /guides/{guideid}',
  ]);
  for (const { entryid, operation } of entries)
    if (operation !== 'POST /guides') await ann.ask(`POST /benchside/journal/${entryid}/discard`, {});
  await ann.ask('POST /benchside/journal/retry_lost', {});
  expect((await ann.round()).problem).toBeNull();
  expect(await ann.ask('GET /guides')).toMatchObject([{ title: 'Mend the pump' }]);
  expect(await ann.ask('GET /tags')).toEqual([]);
  expect(await shop.hub.json('GET /tags', { token: shop.admin })).toEqual([]);
});

it('[F4.15] a lost guide is recreated with its tags, whose own edits do not wait beside it', async () => {
  await using shop = await workshop();
  const ann = await shop.bench('ann');
  await ann.round();
  const copy = await shop.backUp();
  const { guideid } = await ann.ask<Guide>('POST /guides', guide);
  for (const tag of ['ant', 'bee']) await ann.ask(`PUT /guides/${guideid}/tag`, { tag });
  await ann.round();
  await ann.ask(`DELETE /guides/${guideid}/tag`, { tag: 'ant' });
  await shop.goOnWith(copy);
  expect((await ann.round()).problem).toBeNull();
  expect(await waitingAt(ann)).toMatchObject([
    ['POST /guides', { title: 'Mend the pump' }],
    ['PUT /guides/{guideid}/tag', { tag: 'bee' }],
  ]);
  await ann.ask('POST /benchside/journal/retry_lost', {});
  expect((await ann.round()).problem).toBeNull();
  expect(await ann.ask('GET /tags')).toEqual(['bee']);
  expect(await shop.hub.json('GET /tags', { token: shop.admin })).toEqual(['bee']);
});

it('[F4.15] [seed 7002023] forms and comments on steps of a lost guide go to the steps of the recreated one', async () => {
  await using shop = await workshop();
  const ann = await shop.bench('ann');
  await ann.round();
  const copy = await shop.backUp();
  const lost = await addGuide(shop.hub, shop.admin);
  await ann.round();
  const [known] = (await ann.ask<Guide>(`GET /guides/${lost}`)).steps;
  await ann.ask(`POST /comments/step/${known?.stepid}`, { text: 'By Ann' });
  const { steps } = await ann.ask<Guide>(`POST /guides/${lost}/steps`, {
    orderby: 1,
    lines: [{ text: 'First of all', bullet: 'black', level: 0 }],
  });
  const fields = [{ field_type: 'Text Input', label: 'Depth', required: false }];
  for (const stepid of [steps[0]?.stepid, known?.stepid])
    await ann.ask(`POST /step_forms/${stepid}`, { fields, form_revisionid: null });
  await shop.goOnWith(copy);
  expect((await ann.round()).problem).toBeNull();
  const [shown] = await ann.ask<Guide[]>('GET /guides');
  const [added] = (await ann.ask<Guide>(`GET /guides/${shown?.guideid}`)).steps;
  expect(await ann.ask(`GET /step_forms/stepid/${added?.stepid}`)).toMatchObject({
    fields: [{ label: 'Depth' }],
  });
  expect(ann.desk.ctx.store.read(null, (s) => s.journal.verify())).toEqual([]);
  await ann.ask('POST /benchside/journal/retry_lost', {});
  for (let n = 0; n < 2; n += 1) expect((await ann.round()).problem).toBeNull();
  const { entries } = await ann.ask<{ entries: JournalItem[] }>(
    'GET /benchside/journal?state=pending,parked',
  );
  expect(entries).toEqual([]);
  const [again] = await shop.hub.json<Guide[]>('GET /guides', { token: shop.admin });
  const { steps: all } = await shop.hub.json<Guide>(`GET /guides/${again?.guideid}`, { token: shop.admin });
  const first = all.slice(0, 2);
  expect(
    first.map(({ lines, comments }) => [lines[0]?.text_raw, comments.map((one) => one.text_raw)]),
  ).toEqual([
    ['First of all', []],
    [known?.lines[0]?.text_raw, ['By Ann']],
  ]);
  for (const { stepid } of first)
    expect(await shop.hub.json(`GET /step_forms/stepid/${stepid}`, { token: shop.admin })).toMatchObject({
      fields: [{ label: 'Depth' }],
    });
});
