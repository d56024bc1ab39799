import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

import { temporaryFolder } from '../helpers/core.ts';
import { succeed } from '../helpers/process.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const program = join(root, 'app/benchside.js');
const older = `data:text/javascript,${encodeURIComponent(
  "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })",
)}`;

it('[contract G6] an older Node gets instructions, without a stack trace', async () => {
  const refused: unknown = await run(process.execPath, ['--import', older, program]).catch(
    (error: unknown) => error,
  );
  expect(refused).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^benchside: this is Node 20\.20\.2; .*Run "npm ci"[^\n]*\n$/),
  });
  expect((await run(process.execPath, [program, '--version'])).stdout).toMatch(/^\d+\.\d+/);
});

it.each(['app/benchside.js', 'main/start.js'])(
  '[contract G6] %s says what to do in a fresh copy of the sources, by any Node',
  async (file) => {
    using folder = temporaryFolder();
    for (const one of ['package.json', 'app/benchside.js', 'app/cli.ts', 'app/ready.js', 'main/start.js'])
      cpSync(join(root, one), join(folder.path, one));
    const started = (parameters: readonly string[]): Promise<unknown> =>
      run(process.execPath, [...parameters, join(folder.path, file)]).catch((error: unknown) => error);
    for (const parameters of [[], ['--import', older]])
      expect(await started(parameters)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^benchside: [^\n]*Run "npm ci" in its folder first[^\n]*\n$/),
      });
  },
);

it('keeps what Node compiled for the next start', async () => {
  const told = `data:text/javascript,${encodeURIComponent(
    "import { getCompileCacheDir } from 'node:module'; process.on('exit', () => console.log(getCompileCacheDir()));",
  )}`;
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  const { stdout } = await run(process.execPath, ['--import', told, program, '--version'], { env });
  expect(dirname(stdout.trim().split('\n').at(-1) ?? '')).toBe(join(root, 'node_modules/.cache/benchside'));
});

it("[contract G6] the help of `seed` describes a fixture's format", async () => {
  const help = await succeed(['seed', '--help']);
  for (const list of ['users', 'images', 'wikis', 'guides', 'steps', 'lines', 'media', 'work_log'])
    expect(help).toContain(list);
});
