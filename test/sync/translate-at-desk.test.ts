import { expect, it } from 'vitest';

import type { Guide } from '../../shared/model/guide.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, deskPerson, pair } from '../helpers/pair.ts';
import type { DeskPerson } from '../helpers/pair.ts';

/** Returns the guide in German, with its first step only. */
async function german(core: TestCore, guideid: number, { token }: DeskPerson): Promise<Guide> {
  const query = '?langid=de&unpatrolled&excludePrerequisiteSteps';
  const guide = await core.json<Guide>(`GET /guides/${guideid}${query}`, { token });
  return { ...guide, steps: guide.steps.slice(0, 1) };
}

/** Makes the edits that the screen makes, one for each text. */
async function translate(core: TestCore, guideid: number, person: DeskPerson): Promise<void> {
  const { token } = person;
  const { revisionid } = await german(core, guideid, person);
  await core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}&langid=de`, {
    token,
    json: { title: 'Die Pumpe' },
  });
  const changes = [
    { title: 'Öffnen' },
    { lines: [{ text: 'Den Deckel abnehmen.', bullet: 'black', level: 0 }] },
    { lines: [{ text: 'Den Deckel öffnen.', bullet: 'black', level: 0 }] },
  ];
  for (const json of changes) {
    const { steps } = await german(core, guideid, person);
    const [step] = steps;
    await core.json(
      `PATCH /guides/${guideid}/steps/${step?.stepid}?revisionid=${step?.revisionid}&langid=de`,
      { token, json },
    );
  }
}

const translated = {
  title: 'Die Pumpe',
  langid: 'de',
  steps: [{ title: 'Öffnen', lines: [{ text_raw: 'Den Deckel öffnen.' }] }],
};

it('[J2.1 J6.1] a translation written text by text at a desk offline is whole at the hub', async () => {
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const lea = await deskPerson(both, 'lea', 'author');
  await both.round({ people: [lea] });
  await translate(both.desk, guideid, lea);
  expect(await german(both.desk, guideid, lea)).toMatchObject(translated);
  for (let n = 0; n < 2; n++) await both.round({ people: [lea] });
  for (const core of [both.hub, both.desk])
    expect(await german(core, guideid, lea)).toMatchObject(translated);
  expect(both.desk.ctx.store.read(null, (s) => s.journal.counts())).toMatchObject({ pending: 0, parked: 0 });
});

it('[J2.1 J6.1] a guide made and translated at a desk offline is at the hub in both languages', async () => {
  await using both = await pair();
  const lea = await deskPerson(both, 'lea', 'author');
  await both.round({ people: [lea] });
  const { guideid } = await both.desk.json<Guide>('POST /guides', {
    ...lea,
    json: { category: 'Pump', type: 'repair', title: 'The pump', public: true },
  });
  await both.desk.json(`POST /guides/${guideid}/steps`, {
    ...lea,
    json: { orderby: 1, title: 'Open', lines: [{ text: 'Open the lid.', bullet: 'black', level: 0 }] },
  });
  await translate(both.desk, guideid, lea);
  for (let n = 0; n < 3; n++) await both.round({ people: [lea] });
  const list = await both.hub.json<{ guideid: number }[]>('GET /guides', lea);
  expect(list).toHaveLength(1);
  expect(await german(both.hub, list[0]?.guideid ?? 0, lea)).toMatchObject(translated);
  expect(both.desk.ctx.store.read(null, (s) => s.journal.counts())).toMatchObject({ pending: 0, parked: 0 });
});
