import { appendFileSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { importFiles } from '../../app/import/import-files.ts';
import type { ImportResult } from '../../app/import/import-files.ts';
import { parseLine } from '../../app/import/myfixit.ts';
import { limits } from '../../shared/limits.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import { content, guide, notesOf, run } from '../helpers/import.ts';
import { myfixit, writeLines } from '../helpers/myfixit.ts';
import { benchside } from '../helpers/process.ts';

const dataSet = join(import.meta.dirname, '../../../shared/data/myfixit');

function realFiles(): string[] {
  try {
    return readdirSync(dataSet).map((name) => join(dataSet, name));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

const generated = Array.from({ length: 120 }, (_, n) => myfixit(n + 1, {}, n % 9));

describe('whole files', () => {
  it('of the data set, and generated ones: no guide is dropped, and repeating the import changes nothing', async () => {
    using folder = temporaryFolder();
    const files = [
      ...realFiles(),
      writeLines(
        join(folder.path, 'generated.jsonl.gz'),
        generated.map((g) => ({ ...g, Guidid: 9_000_000 + Number(g['Guidid']) })),
      ),
    ];
    const expected = files.map((file) =>
      gunzipSync(readFileSync(file))
        .toString('utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { Guidid: number; Steps: object[] }),
    );
    await using hub = testCore();
    const first = await run(hub, files);
    expect(first).toMatchObject({ files: files.length, guides: expected.flat().length, failed: 0 });
    for (const { file, line, note } of first.notes)
      expect(`${file}:${line}: ${note}`).toMatch(/^\/.+\.jsonl\.gz:\d+: \w+ \w+/);
    for (const { Guidid, Steps } of expected.flat().filter((_, n) => n % 40 === 0)) {
      expect((await guide(hub, Guidid)).steps, `guide ${Guidid}`).toHaveLength(Steps.length);
    }
    const before = content(hub);
    expect(await run(hub, files)).toMatchObject({ guides: expected.flat().length, failed: 0 });
    expect(content(hub)).toEqual(before);
  }, 120_000);

  it('lines return as their author wrote them', async () => {
    let lines = 0;
    let tokenised = 0;
    for (const file of realFiles()) {
      for (const text of gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n')) {
        const parsed = parseLine(text);
        if ('error' in parsed) throw new Error(parsed.error);
        const raw = JSON.parse(text) as { Steps: { Text_raw: string }[] };
        for (const [index, step] of parsed.guide.steps.entries()) {
          const whole = raw.Steps[index]?.Text_raw.replace(/\s+/g, ' ') ?? '';
          lines += step.lines.length;
          tokenised += step.lines.filter((line) => !whole.includes(line)).length;
        }
      }
    }
    expect(tokenised).toBeLessThanOrEqual(lines / 1000);
    const [own] = [parseLine(JSON.stringify(myfixit(1)))];
    expect(own && 'guide' in own ? own.guide.steps[0]?.lines : own).toEqual([
      'Loosen the 1. screw (T1).',
      'Lift the cover with care.',
      'Keep “all” parts, e.g. springs.',
    ]);
  });
});

describe('odd files', () => {
  it('are read as well as possible, and each oddity is reported by line', async () => {
    using folder = temporaryFolder();
    const lines = [
      `\uFEFF${JSON.stringify(myfixit(1))}\r`,
      '\r',
      '{"Guidid": 2, "Title": "Broken',
      JSON.stringify({ Guidid: 3 }),
      JSON.stringify(
        myfixit(4, {
          Toolbox: [
            { Name: ['Spudger', ' ', 'Tweezers'], Url: ['/x', 'https://example.org/t'] },
            { Name: 7 },
            null,
          ],
        }),
      ),
      JSON.stringify(
        myfixit(5, {
          Steps: [
            { Order: 1, Text_raw: 'b' },
            { Order: 1, Text_raw: 'a' },
            { Order: 0, Text_raw: 'c' },
          ],
        }),
      ),
      JSON.stringify(
        myfixit(6, {
          Steps: [
            { Order: 2, Text_raw: 'second' },
            { Order: 1, Text_raw: 'first' },
          ],
        }),
      ),
      JSON.stringify(
        myfixit(7, {
          Steps: [{ StepId: 1000 }, { StepId: 77, Text_raw: 'x' }, { StepId: 77, Text_raw: 'y' }],
        }),
      ),
      JSON.stringify(
        myfixit(8, {
          Title: 'Längerer Ärmel — 日本語 🛠',
          Category: '..',
          Ancestors: ['Pumps', null, 5, 'Root'],
        }),
      ),
      JSON.stringify(myfixit(9, { Guidid: '9', Subject: null, Steps: null, Toolbox: null, Ancestors: null })),
      JSON.stringify(
        myfixit(10, {
          Steps: [
            {
              Order: 0,
              Text_raw: 'p',
              Images: [
                'ftp://x/y',
                'not an address',
                ...[1, 2, 3, 4].map((n) => `https://example.org/a/${n}.jpg?w=5`),
              ],
            },
          ],
        }),
      ),
      JSON.stringify(
        myfixit(11, { Steps: [{ Order: '1', StepId: 'a', Lines: 'none', Text_raw: 12, Images: [3] }] }),
      ),
      JSON.stringify(myfixit(12, { Title: '\u0081 \u0082\u2028lone \ud800 letter' })),
      JSON.stringify({ Title: 'without a number' }),
      '[1, 2]',
      'null',
      JSON.stringify(myfixit(13, { Steps: [{ Order: 0, Text_raw: 'long '.repeat(200_000) }] })),
      JSON.stringify(myfixit(14)).replace('Loosen', 'Loosen\u2028now'),
      JSON.stringify(myfixit(2_348_064_954_940_826)),
      JSON.stringify(myfixit(15, { Steps: [{ StepId: 2_348_064_954_940_826, Text_raw: 'z' }] })),
    ];
    const file = writeLines(join(folder.path, 'odd.jsonl'), lines);
    await using hub = testCore();
    const result = await run(hub, [file]);
    expect(result).toMatchObject({ guides: 14, failed: 5 });
    const notes = notesOf(result);
    for (const expected of [
      /^3 null not JSON: /,
      /^4 3 has no title: named after its category$/,
      /^4 3 has no category: filed under Uncategorised$/,
      /^5 4 tool with 2 names: one tool each$/,
      /^5 4 left out Toolbox\.1\.Name: /,
      /^6 5 repeats the order of steps: kept in the order they stand$/,
      /^7 6 steps stand out of order: sorted$/,
      /^8 7 1 steps without text$/,
      /^8 7 1 steps stand in another guide too: given numbers of their own$/,
      /^9 8 has no category: filed under Uncategorised$/,
      /^9 8 left out Ancestors\.2: /,
      /^11 10 an address of a picture that cannot be read was left out: ftp:\/\/x\/y$/,
      /^11 10 an address of a picture that cannot be read was left out: not an address$/,
      /^12 11 left out Steps\.0\.Order: /,
      /^14 null holds no guide: Guidid: /,
      /^15 null holds no guide: /,
      /^16 null holds no guide: /,
      /^17 13 1 lines longer than 5000 characters: several lines each$/,
      /^19 null holds no guide: Guidid: /,
      /^20 15 left out Steps\.0\.StepId: /,
    ]) {
      expect(notes).toContainEqual(expect.stringMatching(expected));
    }
    const titles = async (id: number): Promise<string[]> =>
      (await guide(hub, id)).steps.map((step) => step.lines.map((line) => line.text_raw).join('|'));
    expect(await titles(5)).toEqual(['b', 'a', 'c']);
    expect(await titles(6)).toEqual(['first', 'second']);
    expect((await guide(hub, 4)).tools.map((tool) => tool.text)).toEqual(['Spudger', 'Tweezers']);
    expect((await guide(hub, 8)).title).toBe('Längerer Ärmel — 日本語 🛠');
    expect((await guide(hub, 9)).steps).toEqual([]);
    const stepids = (await Promise.all([1, 4, 5, 6, 7, 14, 15].map((id) => guide(hub, id)))).flatMap(
      ({ steps }) => steps.map((step) => step.stepid),
    );
    expect(new Set(stepids).size).toBe(stepids.length);
    const [step] = (await guide(hub, 10)).steps;
    expect(step?.media.data).toMatchObject(
      [1, 2, 3, 4].map((n) => ({
        original: `https://example.org/a/${n}.jpg?w=5`,
        medium: `https://example.org/a/${n}.jpg?w=5`,
      })),
    );
    const before = content(hub);
    await run(hub, [file]);
    expect(content(hub)).toEqual(before);
  });

  it('with an id twice and different content make two guides; with the same line twice they make one', async () => {
    using folder = temporaryFolder();
    const lines = [myfixit(5), myfixit(5, { Title: 'Another guide' }), myfixit(5)];
    const file = writeLines(join(folder.path, 'twice.jsonl'), lines);
    await using hub = testCore();
    const result = await run(hub, [file]);
    expect(notesOf(result)).toEqual([
      '2 5 guideid 5 is taken by another guide here: imported as 6',
      '2 5 3 steps stand in another guide too: given numbers of their own',
    ]);
    expect((await guide(hub, 5)).title).toBe('Pump 5 Seal Replacement');
    expect((await guide(hub, 6)).title).toBe('Another guide');
    const before = content(hub);
    await run(hub, [file]);
    expect(content(hub)).toEqual(before);
    const { revisionid } = await guide(hub, 5);
    await run(hub, [writeLines(join(folder.path, 'newer.jsonl'), [myfixit(5, { Subject: 'Shaft' })])]);
    expect(await guide(hub, 5)).toMatchObject({ subject: 'Shaft' });
    expect((await guide(hub, 5)).revisionid).toBeGreaterThan(revisionid);
  });

  it('with any line of JSON are imported or refused in words, and never end the import', async () => {
    using folder = temporaryFolder();
    await using hub = testCore();
    const value = fc.jsonValue({ maxDepth: 3 });
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), value);
    const step = fc.record(
      {
        Order: fc.oneof(fc.integer(), value),
        StepId: fc.oneof(fc.integer(), value),
        Text_raw: text,
        Lines: fc.oneof(fc.array(fc.record({ Text: text })), value),
        Images: fc.oneof(fc.array(fc.oneof(fc.webUrl(), text)), value),
      },
      { requiredKeys: [] },
    );
    const record = fc.record(
      {
        Guidid: fc.oneof(fc.integer({ min: 1, max: 400 }), value),
        Title: text,
        Category: text,
        Subject: text,
        Url: text,
        Ancestors: fc.oneof(fc.array(text), value),
        Toolbox: fc.oneof(
          fc.array(fc.record({ Name: text, Url: text, Thumbnail: fc.oneof(fc.webUrl(), text) })),
          value,
        ),
        Steps: fc.oneof(fc.array(fc.oneof(step, value)), value),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 5, arbitrary: record }, value), { minLength: 1, maxLength: 20 }),
        async (records) => {
          const file = writeLines(
            join(folder.path, 'any.jsonl'),
            records.map((entry) => JSON.stringify(entry)),
          );
          const result = await run(hub, [file]);
          expect(result.guides + result.failed).toBe(records.length);
          const before = content(hub);
          expect(await run(hub, [file])).toMatchObject({ guides: result.guides, failed: result.failed });
          expect(content(hub)).toEqual(before);
        },
      ),
      { numRuns: 60 },
    );
    for (const { guideid } of await hub.json<{ guideid: number }[]>('GET /guides?limit=200'))
      await guide(hub, guideid);
  }, 60_000);
});

describe('as a command', () => {
  it('imports the lines before the damage of a compressed file, continues with the next file, and ends with exit code 1', async () => {
    using folder = temporaryFolder();
    const at = (name: string): string => join(folder.path, name);
    const text = generated.map((entry) => `${JSON.stringify({ ...entry, Text: Math.random() })}\n`).join('');
    writeFileSync(at('cut.jsonl.gz'), gzipSync(text).subarray(0, -3000));
    writeFileSync(at('empty.jsonl'), '');
    writeFileSync(at('renamed.txt'), gzipSync(`${JSON.stringify(myfixit(700))}\n`));
    const files = ['cut.jsonl.gz', 'empty.jsonl', 'renamed.txt'].map(at);
    const { code, stdout, stderr } = await benchside(['import', ...files, '--data', at('hub'), '--json']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    const result = JSON.parse(stdout) as ImportResult;
    expect(result).toMatchObject({ files: 3, failed: 1, brought: 0 });
    expect(result.guides).toBeGreaterThan(20);
    expect(result.guides).toBeLessThan(generated.length);
    expect(result.notes).toContainEqual({
      file: files[0],
      line: result.guides,
      guideid: null,
      note: expect.stringMatching(/cannot be read beyond this line: .*The guides before it are imported/),
    });
    expect(result.notes).toContainEqual({
      file: files[1],
      line: 0,
      guideid: null,
      note: 'the file is empty',
    });
    const words = await benchside(['import', ...files, '--data', at('hub')]);
    expect(words.code).toBe(1);
    expect(words.stdout).toMatch(
      /^Guides imported: \d+, failed: 1\. Pictures brought along: 0 of \d+\. Notes: \d+\.\n$/,
    );
    expect(words.stderr).toContain(`${files[0]}:`);
  });
});

it('[security imports] a file of a million bad lines gives as many notes as a page lists, and counts the others', async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, 'bad.jsonl');
  writeFileSync(file, '{\n'.repeat(1_000_000));
  await using hub = testCore();
  const { notes, noteCount, failed } = await run(hub, [file]);
  expect({ notes: notes.length, noteCount, failed }).toEqual({
    notes: limits.import.notes.max,
    noteCount: 1_000_000,
    failed: 1_000_000,
  });
  expect(notes.at(-1)).toMatchObject({ line: limits.import.notes.max });
});

it('a stopped import keeps its guides, and the next one continues', async () => {
  using folder = temporaryFolder();
  const file = writeLines(join(folder.path, 'a.jsonl'), generated);
  appendFileSync(file, '\n');
  await using hub = testCore();
  const { store } = hub.ctx;
  const controller = new AbortController();
  const source = { bring: async () => undefined, close: async () => undefined };
  const stopped = await importFiles([file], {
    store,
    source,
    stop: controller.signal,
    onNote: () => undefined,
    onProgress: () => controller.abort(),
  });
  expect(stopped.guides).toBe(50);
  expect(await run(hub, [file])).toMatchObject({ guides: generated.length, failed: 0 });
  expect(store.read(null, (s) => s.guides.countAll())).toBe(generated.length);
});
