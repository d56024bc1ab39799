import { expect, it } from 'vitest';

import type { Guide } from '../../../shared/model/guide.ts';
import type { JournalItem } from '../../../shared/model/journal.ts';
import { addGuide, deskPerson, pair } from '../../helpers/pair.ts';
import type { DeskPerson, Pair } from '../../helpers/pair.ts';
import type { TestCore } from '../../helpers/core.ts';

interface Bench extends AsyncDisposable {
  both: Pair;
  ann: DeskPerson;
  guideid: number;
  /** Reads the guide in German, or in its own language. */
  read(core: TestCore, langid?: string): Promise<Guide>;
  /** Writes in German. */
  write(core: TestCore, json: object, step?: number): Promise<void>;
}

async function bench(): Promise<Bench> {
  const both = await pair();
  both.hub.ctx.store.transact(null, (s) => {
    s.meta.set('site', { ...s.meta.site, langids: ['en', 'de'] });
    s.feed.record('site', 0);
  });
  const guideid = await addGuide(both.hub, both.admin);
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  const { token } = ann;
  const read = (core: TestCore, langid = 'de'): Promise<Guide> =>
    core.json(`GET /guides/${guideid}?langid=${langid}`, { token });
  return {
    both,
    ann,
    guideid,
    read,
    write: async (core, json, step) => {
      const guide = await read(core);
      const { revisionid, stepid } =
        step === undefined ? { ...guide, stepid: undefined } : stepOf(guide, step);
      const path = `/guides/${guideid}${stepid === undefined ? '' : `/steps/${stepid}`}`;
      await core.json(`PATCH ${path}?revisionid=${revisionid}&langid=de`, { token, json });
    },
    [Symbol.asyncDispose]: () => both[Symbol.asyncDispose](),
  };
}

function stepOf({ steps }: Guide, index: number): Guide['steps'][number] {
  const step = steps[index];
  if (!step) throw new Error('there is no such step');
  return step;
}

const texts = ({ title, summary, conclusion_raw, langid, steps }: Guide): unknown => [
  langid,
  title,
  summary,
  conclusion_raw,
  steps.map(({ lines }) => lines.map(({ text_raw }) => text_raw)),
];

it('[J5.3 J6.1] a translation made here arrives as one, and leaves the guide unchanged', async () => {
  await using at = await bench();
  const { both, ann, read, write } = at;
  const { desk, hub } = both;
  const before = await read(desk, 'en');
  await write(desk, { title: 'Die Pumpe' });
  await write(desk, { conclusion: 'Fertig.' });
  const [line] = stepOf(before, 0).lines;
  const german = { text: 'Tu es', bullet: 'black', level: 0, lineid: line?.lineid };
  await write(desk, { lines: [german] }, 0);
  // Another person translates another text.
  await write(hub, { summary: 'Kurz.' });
  await both.round({ people: [ann] });
  expect(desk.ctx.store.read(null, (s) => s.journal.editCounts())).toMatchObject({ done: 3, accepted: 3 });
  expect(texts(await read(hub))).toEqual([
    'de',
    'Die Pumpe',
    'Kurz.',
    'Fertig.',
    [['Tu es'], ['Do thing 2']],
  ]);
  for (const langid of ['de', 'en']) {
    const [here, there] = [await read(desk, langid), await read(hub, langid)];
    expect([texts(here), here.revisionid]).toEqual([texts(there), there.revisionid]);
  }
  expect(texts(await read(desk, 'en'))).toEqual(texts(before));
});

it('[J7.1 J10.3] a text that both sides translated is a conflict, and mine is shown until it is decided', async () => {
  await using at = await bench();
  const { both, ann, read, write } = at;
  const { desk, hub } = both;
  await write(desk, { title: 'Meine Pumpe' });
  await write(hub, { title: 'Deine Pumpe' });
  await both.round({ people: [ann] });
  expect((await read(desk)).title).toBe('Meine Pumpe');
  const { entries } = await desk.json<{ entries: JournalItem[] }>('GET /benchside/journal?state=parked', ann);
  expect(entries).toMatchObject([
    { cause: { conflicts: [{ field: 'title', mine: 'Meine Pumpe', theirs: 'Deine Pumpe' }] } },
  ]);
  await desk.json(`POST /benchside/journal/${entries[0]?.entryid}/decide`, {
    token: ann.token,
    json: { take: 'theirs' },
  });
  expect((await read(desk)).title).toBe('Deine Pumpe');
  await both.round({ people: [ann] });
  expect(texts(await read(desk))).toEqual(texts(await read(hub)));
});

it('[J5.3] people get no conflict about a translation that they have changed themselves since', async () => {
  await using at = await bench();
  const { both, ann, guideid, read, write } = at;
  const edit = async (json: object): Promise<void> => {
    const { revisionid } = await read(both.desk, 'en');
    const path = `/guides/${guideid}?revisionid=${revisionid}`;
    await both.desk.json(`PATCH ${path}`, { token: ann.token, json });
  };
  await edit({ introduction: 'Before it' });
  await write(both.desk, { title: 'Die Pumpe' });
  await edit({ title: 'The pump' });
  await both.round({ people: [ann] });
  expect(
    await both.desk.json<{ entries: JournalItem[] }>('GET /benchside/journal?state=parked', {
      token: ann.token,
    }),
  ).toMatchObject({ entries: [] });
  expect((await read(both.hub, 'de')).title).toBe('Die Pumpe');
  expect((await read(both.hub, 'en')).title).toBe('The pump');
});

it('[F3.1 J10.1] pending edits of a guide that the site deleted and restored are shown again', async () => {
  await using at = await bench();
  const { both, ann, guideid, read, write } = at;
  const { token } = ann;
  const { hub, desk, admin } = both;
  await write(desk, { title: 'Pumpe' });
  await desk.json(`PUT /guides/${guideid}/tag`, { token, json: { tag: 'seal' } });
  const { revisionid } = await read(hub, 'en');
  await hub.json(`DELETE /guides/${guideid}?revisionid=${revisionid}`, { token: admin, expect: 204 });
  await both.round({ people: [ann] });
  await hub.json(`POST /guides/${guideid}/en/restore`, { token: admin });
  const restored = await read(hub, 'en');
  // The feed sends the guide last.
  await hub.json(`PATCH /guides/${guideid}?revisionid=${restored.revisionid}`, {
    token: admin,
    json: { summary: 'Changed since' },
  });
  await both.round({ people: [ann] });
  expect(await read(desk)).toMatchObject({ title: 'Pumpe', summary: 'Changed since' });
  expect(await desk.json(`GET /guides/${guideid}/tags`, { token })).toEqual(['seal']);
});

it('[J7.2 J10.1] a translated text that a person decided about is shown as they decided, and stays so', async () => {
  await using at = await bench();
  const { both, ann, read, write } = at;
  const { desk, hub } = both;
  await write(desk, { title: 'Meine Pumpe', summary: 'Kurz' });
  await write(hub, { title: 'Deine Pumpe' });
  await both.round({ people: [ann] });
  const { entries } = await desk.json<{ entries: JournalItem[] }>('GET /benchside/journal?state=parked', ann);
  await desk.json(`POST /benchside/journal/${entries[0]?.entryid}/decide`, {
    token: ann.token,
    json: { fields: { title: { value: 'Unsere Pumpe' } } },
  });
  const decided = { title: 'Unsere Pumpe', summary: 'Kurz' };
  expect(await read(desk)).toMatchObject(decided);
  // The hub has all of it before the edit is sent.
  await write(hub, decided);
  await both.round({ people: [] });
  await both.round({ people: [ann] });
  expect(desk.ctx.store.read(null, (s) => s.journal.editCounts())).toMatchObject({ done: 1, pending: 0 });
  expect(await read(desk)).toMatchObject(decided);
});
