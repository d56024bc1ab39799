import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

import { succeed } from '../helpers/process.ts';

const run = promisify(execFile);
const program = join(import.meta.dirname, '../../app/benchside.js');
const older = `data:text/javascript,${encodeURIComponent(
  "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })",
)}`;

it('[contract G6] an older Node is told what to do, without a stack', async () => {
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

it("[contract G6] the help of `seed` describes a fixture's format", async () => {
  const help = await succeed(['seed', '--help']);
  for (const list of ['users', 'images', 'wikis', 'guides', 'steps', 'lines', 'media', 'work_log'])
    expect(help).toContain(list);
});
