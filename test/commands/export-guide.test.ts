import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { zipEntries } from '../../app/media/zip.ts';
import { temporaryFolder } from '../helpers/core.ts';
import { inMemory } from '../media/in-memory.ts';
import { benchside } from '../helpers/process.ts';

const folder = temporaryFolder();
const at = (name: string): string => join(folder.path, name);
const hub = at('hub');
const sample = join(import.meta.dirname, '../../resources/sample-workshop/workshop.json');

beforeAll(() => benchside(['seed', sample, '--data', hub]));
afterAll(() => folder[Symbol.dispose]());

it('writes a guide with its pictures as a ZIP archive, and as Markdown with links to them', async () => {
  const zip = await benchside(['export-guide', '1', at('one.zip'), '--data', hub, '--json']);
  expect(zip).toMatchObject({ code: 0 });
  const { title } = JSON.parse(zip.stdout) as { title: string };
  const names = (await zipEntries(inMemory(readFileSync(at('one.zip'))))).map(({ name }) => name);
  expect(names.slice(0, 2)).toEqual(['guide.md', expect.stringMatching(/^pictures\/1\.(jpg|png)$/)]);

  expect(await benchside(['export-guide', '1', at('one.md'), '--data', hub])).toMatchObject({
    code: 64,
    stderr: expect.stringContaining('--public-url'),
  });
  const address = 'https://guides.example.org';
  expect(
    await benchside(['export-guide', '1', at('one.md'), '--data', hub, '--public-url', `${address}/`]),
  ).toMatchObject({ code: 0, stdout: `“${title}” is in ${at('one.md')}.\n` });
  const text = readFileSync(at('one.md'), 'utf8');
  expect(text).toMatch(new RegExp(`^# ${title}\n`));
  expect(text).toContain(`](<${address}/igi/`);
  expect(text).toMatch(/^### 1\. /m);
});

it.each([
  ['a guide that there is not', ['99999', at('x.zip')], 1, /Guide not found/],
  ['a number that is none', ['pump', at('x.zip')], 64, /must be the number of a guide/],
  ['a language that it lacks', ['1', at('x.zip'), '--language', 'xx'], 1, /is not translated into "xx"/],
  ['a PDF', ['1', at('x.pdf')], 64, /A PDF is made by the program/],
  ['another format', ['1', at('x.docx')], 64, /must end in .md for Markdown, or in .zip/],
  ['a file that exists', ['1', at('there.zip')], 1, /There is a file/],
])('refuses %s, and writes nothing', async (_, args, code, words) => {
  writeFileSync(at('there.zip'), 'mine');
  expect(await benchside(['export-guide', ...args, '--data', hub])).toMatchObject({
    code,
    stderr: expect.stringMatching(words),
  });
  expect(existsSync(at('x.zip'))).toBe(false);
  expect(readFileSync(at('there.zip'), 'utf8')).toBe('mine');
});
