import { execFile } from 'node:child_process';
import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { listen } from '../../../app/http/node.ts';
import { temporaryFolder, testCore } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';
import { addGuide, deskPerson, pair } from '../../helpers/pair.ts';
import { photo } from '../../media/pictures.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const folder = temporaryFolder();
const program = (name: string): string => join(root, 'node_modules', name);

/** Compiler options as strict as a careful client author sets them. */
const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  erasableSyntaxOnly: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  module: 'NodeNext',
  target: 'ES2024',
  lib: ['ES2024', 'DOM', 'DOM.Iterable'],
  types: ['node'],
  noEmit: true,
};

const override = { mutator: { path: './transport.ts', name: 'send', extension: '.ts' } };
const output = { target: './client.ts', client: 'fetch', mode: 'single', override };

beforeAll(async () => {
  await using core = testCore();
  const write = (name: string, text: string): void => writeFileSync(join(folder.path, name), text);
  write('openapi.json', await (await core.call('GET /openapi.json')).text());
  write('orval.config.json', JSON.stringify({ benchside: { input: './openapi.json', output } }));
  write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['journey.ts'] }));
  write('package.json', JSON.stringify({ private: true, type: 'module' }));
  symlinkSync(join(root, 'node_modules'), join(folder.path, 'node_modules'), 'dir');
  for (const name of ['journey.ts', 'transport.ts'])
    cpSync(join(import.meta.dirname, name), join(folder.path, name));
  const generator = program('orval/dist/bin/orval.mjs');
  await run(process.execPath, [generator, '--config', './orval.config.json'], { cwd: folder.path });
}, 120_000);
afterAll(() => folder[Symbol.dispose]());

/** Runs the journey in a process of its own. @returns its observations */
async function journey(core: TestCore, email: string, password: string): Promise<unknown> {
  const server = await listen(core.fetch, { host: '127.0.0.1', port: 0 });
  const picture = (await (await photo(80, 60)).jpeg().toBuffer()).toString('base64');
  const parameters = [join(folder.path, 'journey.ts'), `${server.origin}/api/2.0`, email, password, picture];
  try {
    const { stdout } = await run(process.execPath, parameters, { cwd: folder.path });
    return JSON.parse(stdout);
  } finally {
    await server.close();
  }
}

const seen = {
  isMe: true,
  read: { title: 'Mend the pump', steps: 2 },
  found: true,
  page: 'Pump',
  uploaded: true,
  text: 'Loosen both screws.',
  pictures: 'image',
  summary: 'Made by a program',
  conflict: 409,
  commented: true,
  finished: [200, 'complete'],
};

describe('[contract 4] a client that orval generates from the OpenAPI document', () => {
  it('has types that a strict compiler accepts, for every answer that the journey reads', async () => {
    const compiler = program('typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [compiler, '-p', folder.path]).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe('');
  });

  it('works at a hub, and at a desk without its site; later the desk sends its edits', async () => {
    await using both = await pair();
    await addGuide(both.hub, both.admin);
    const password = 'long enough to keep';
    const person = await deskPerson(both, 'gen', 'author');
    expect(await journey(both.hub, 'gen@example.org', password)).toEqual(seen);
    await both.round({ people: [person] });
    both.net.disconnect();
    expect(await journey(both.desk, 'gen@example.org', password)).toEqual(seen);
    both.net.connect();
    const { round, problem } = await both.round({ people: [person] });
    expect([problem, round.outcome]).toEqual([null, 'clean']);
    const titles = await both.hub.json<{ title: string }[]>('GET /user/guides', { token: person.token });
    expect(titles.map(({ title }) => title)).toEqual(['Generated', 'Generated']);
  });
});
