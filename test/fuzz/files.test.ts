import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { endpoints } from '../../app/api/index.ts';
import { seedFixture } from '../../app/import/fixture.ts';
import { exportJournal } from '../../app/bundle/export-journal.ts';
import { importJournal } from '../../app/bundle/import-journal.ts';
import { Copies } from '../api/contract/copies.ts';
import { templates } from '../api/contract/templates.ts';
import type { Templates } from '../api/contract/templates.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { run, workContent } from '../helpers/import.ts';
import { myfixit, writeLines } from '../helpers/myfixit.ts';
import { fuzz, peakBytes } from './fuzz.ts';
import { twisted, twists } from './json.ts';
import { expectReadable, takenOrRefused } from './outcomes.ts';

const folder = temporaryFolder();
const file = join(folder.path, 'file.json');
let worlds: Templates;
beforeAll(async () => {
  worlds = await templates();
});
afterAll(() => {
  worlds[Symbol.dispose]();
  folder[Symbol.dispose]();
});

test("[fuzz] another desk's journal is imported or refused, and never damages this one", async () => {
  await using copies = new Copies(worlds.desk);
  const from = await copies.untouched();
  await makeEdits(from);
  await exportJournal(from.ctx, file);
  const journal: unknown = JSON.parse(readFileSync(file, 'utf8'));
  await fuzz(
    'journals',
    twists,
    async (changes) => {
      const core = await copies.untouched();
      writeFileSync(file, twisted(journal, changes));
      await takenOrRefused(importJournal(core.ctx, endpoints, file));
      expect(core.ctx.store.read(null, (s) => s.journal.verify())).toEqual([]);
      await expectReadable(core);
    },
    { runs: 150 },
  );
  expect(peakBytes()).toBeLessThan(1.2 * 2 ** 30);
});

async function makeEdits(core: TestCore): Promise<void> {
  const token = 'tomas';
  const { revisionid, steps } = await core.json<{
    revisionid: number;
    steps: { stepid: number; revisionid: number }[];
  }>('GET /guides/1', { token });
  await core.json(`PATCH /guides/1?revisionid=${revisionid}`, { token, json: { introduction: 'A\n\nB' } });
  const [step] = steps;
  await core.json(`PATCH /guides/1/steps/${step?.stepid}?revisionid=${step?.revisionid}`, {
    token,
    json: { lines: [{ text: 'Open it.', bullet: 'red', level: 0 }] },
  });
  await core.json('POST /comments/guide/1', { token, json: { text: 'Mind the lid.' } });
  await core.json('POST /guides', { token, json: { category: 'Pump', type: 'repair', title: 'New one' } });
  await core.json('PUT /guides/1/tags/fresh', { token }).catch(() => undefined);
  await core.json('POST /wikis', { token, json: { namespace: 'WIKI', title: 'Notes', contents: 'x' } });
}

const fixture = {
  site: { name: 'Bench' },
  users: [{ userid: 1, username: 'ada', email: 'ada@example.org', role: 'admin' }],
  teams: [{ teamid: 1, name: 'Pumps', members: [1] }],
  wikis: [
    { wikiid: 1, namespace: 'CATEGORY', title: 'Pump', contents_raw: 'Wet.' },
    { wikiid: 2, namespace: 'CATEGORY', title: 'Small pump', parent: 'Pump', contents_raw: '[[Pump]]' },
  ],
  guides: [
    {
      guideid: 1,
      title: 'Mend the pump',
      type: 'repair',
      category: 'Pump',
      public: true,
      introduction_raw: "''Mind'' the lid",
      steps: [{ stepid: 1, lines: [{ lineid: 1, text_raw: 'Open it', bullet: 'black', level: 0 }] }],
    },
  ],
  comments: [
    { commentid: 1, context: 'guide', contextid: 1, userid: 1, text_raw: 'Which lid?', date: 1_700_000_000 },
  ],
};

test('[fuzz] a fixture is stored completely, or refused in words and not at all', async () => {
  await using copies = new Copies(worlds.hub);
  let taken = 0;
  await fuzz(
    'fixtures',
    fc.oneof({ weight: 9, arbitrary: twists }, fc.constant([])),
    async (changes) => {
      const core = await copies.untouched();
      const before = workContent(core);
      writeFileSync(file, twisted(fixture, changes));
      if (await takenOrRefused(seedFixture(file, core.ctx.store, core.ctx.media))) taken += 1;
      else expect(workContent(core)).toEqual(before);
      await expectReadable(core);
    },
    { runs: 150 },
  );
  expect(taken).toBeGreaterThan(0);
  expect(peakBytes()).toBeLessThan(1.2 * 2 ** 30);
});

test('[fuzz] lines of the data set become guides or notes', async () => {
  await using core = testCore();
  await fuzz(
    'myfixit',
    fc.array(twists, { minLength: 1, maxLength: 5 }),
    async (lines) => {
      const path = join(folder.path, 'guides.jsonl');
      writeLines(
        path,
        lines.map((changes, index) => twisted(myfixit(index + 1), changes).replaceAll('\n', ' ')),
      );
      const { guides, failed } = await run(core, [path]);
      expect(guides + failed).toBe(lines.length);
      await expectReadable(core);
    },
    { runs: 80 },
  );
  expect(peakBytes()).toBeLessThan(1.2 * 2 ** 30);
});
