import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { mutations } from './mutations.ts';
import type { Mutation } from './mutations.ts';
import type { Scenario } from './scenarios.ts';

const root = join(import.meta.dirname, '../..');

/** Returns the texts of a mutation that are not in the program exactly once. */
export const misfitsOf = ({ name, changes }: Mutation): string[] =>
  changes
    .filter(({ file, from }) => readFileSync(join(root, file), 'utf8').split(from).length !== 2)
    .map(({ file, from }) => `${name}: ${file} does not hold once: ${from}`);

export interface Search {
  /** Seed of the first episode. */
  seed: number;
  episodes: number;
  jobs: number;
  /** Only episodes with this kind of site: `hub` or `plain`. */
  site?: string | undefined;
}

/**
 * Breaks a copy of the program in one way after the other, and plays episodes with it until one shows a violation that the unchanged
 * program does not show.
 *
 * @param only a part of the names of mutations to play
 * @returns whether all were detected
 */
export async function findMutations(search: Search, only = ''): Promise<boolean> {
  const chosen = mutations.filter(({ name }) => name.includes(only));
  if (chosen.length === 0) throw new Error(`no mutation has "${only}" in its name`);
  const misfits = chosen.flatMap((mutation) => misfitsOf(mutation));
  if (misfits.length > 0) throw new Error(`the program has changed:\n${misfits.join('\n')}`);
  let all = true;
  for (const mutation of chosen) {
    const started = performance.now();
    const found = await find(mutation, search);
    all &&= found !== undefined;
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`${found === undefined ? 'NOT FOUND' : `found (${found})`}: ${mutation.name}; ${seconds} s`);
  }
  return all;
}

/** @returns the violation, and the number of episodes before it */
async function find(
  mutation: Mutation,
  { seed: first, episodes, jobs, site }: Search,
): Promise<string | undefined> {
  const copy = brokenCopy(mutation);
  try {
    for (let seed = first; seed < first + episodes;) {
      const hit = await play(
        copy,
        { seed, episodes: first + episodes - seed, jobs, site },
        mutation.scenario,
      );
      if (!hit) return undefined;
      const known = await play(root, { seed: hit.seed, episodes: 1, jobs: 1 }, mutation.scenario);
      if (!known) return `${hit.wrong.slice(0, 100)}, after ${hit.seed - first + 1} episodes`;
      seed = hit.seed + 1;
    }
    return undefined;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function brokenCopy({ changes }: Mutation): string {
  const copy = mkdtempSync(join(tmpdir(), 'benchside-mutation-'));
  for (const part of ['app', 'shared', 'test/simulate', 'test/plain-site', 'test/helpers', 'package.json'])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const { file, from, to } of changes) {
    const text = readFileSync(join(copy, file), 'utf8');
    writeFileSync(
      join(copy, file),
      text.replace(from, () => to),
    );
  }
  return copy;
}

/** Plays episodes with the program in a folder. @returns the first that shows a violation */
async function play(
  folder: string,
  { seed, episodes, jobs, site }: Search,
  scenario: Scenario | undefined,
): Promise<{ seed: number; wrong: string } | undefined> {
  const numbers = Object.entries({ seed, episodes, jobs }).flatMap(([name, value]) => [
    `--${name}`,
    String(value),
  ]);
  // Episodes of a scenario are short: all their reads are compared.
  const kind = scenario ? ['--scenario', scenario, '--every-read'] : site ? ['--site', site] : [];
  const output = await run(folder, [...numbers, ...kind, '--first', '--fresh']);
  if (!/^\d+ episodes/m.test(output)) throw new Error(`the simulation broke off:\n${output}`);
  const [, at, wrong] = /^seed (\d+): (.*)$/m.exec(output) ?? [];
  return wrong === undefined ? undefined : { seed: Number(at), wrong };
}

function run(folder: string, options: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, ['test/simulate/run.ts', ...options], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  return new Promise((resolve) => child.once('close', () => resolve(output)));
}
