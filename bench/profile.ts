/**
 * `node bench/profile.ts [--sizes 4500,50000] [--hub]`: where the first sync of a desk spends its time, as a table of microseconds
 * for each guide, by stage and by thread. `--hub` pulls from a real hub, without its snapshot; else from ready-made answers.
 *
 * The profiles stay in the folder that it names; Chromium's developer tools open them.
 */
import { mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { z } from 'zod';

import { buildBench } from './build.ts';
import { dataSet } from './data/build.ts';
import { root } from './data/folders.ts';
import { emptied, measure, serve } from './process.ts';

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '4500' },
    hub: { type: 'boolean', default: false },
    data: { type: 'string' },
    port: { type: 'string', default: '47811' },
  },
});

/**
 * A sample belongs to the first stage that matches `function file` of its innermost function of the program, or of Node if
 * none of the program runs.
 */
const stages: readonly (readonly [stage: string, pattern: RegExp])[] = [
  ['waiting', /^\(idle\)/],
  ['garbage collection', /^\(garbage collector\)/],
  [
    'loading the program',
    /^ app|^ shared|^ main|internal\/(modules|bootstrap|deps|process)|wasm:|^\(program\)/,
  ],
  ['commit', /^(transact|checkpoint) app\/store\/database/],
  ['pack', /compress\.ts$/],
  ['index', /app\/store\/search\//],
  ['rows', /app\/(store|replica)\//],
  ['parse and compose', /app\/sync\/(prepare|pulled)|shared\/(model|wiki)/],
  ['read', /app\/sync\/|app\/media\/|undici|node:/],
  ['other', /^/],
];

const profile = z.object({
  nodes: z.array(
    z.object({
      id: z.int(),
      callFrame: z.object({ functionName: z.string(), url: z.string() }),
      children: z.array(z.int()).default([]),
    }),
  ),
  samples: z.array(z.int()),
  /** Microseconds. */
  timeDeltas: z.array(z.number()),
});

/** Returns the microseconds of each stage in one thread. */
function stagesOf(file: string): Map<string, number> {
  const { nodes, samples, timeDeltas } = profile.parse(JSON.parse(readFileSync(file, 'utf8')));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const callers = new Map(nodes.flatMap(({ id, children }) => children.map((child) => [child, id])));
  const stageOf = (leaf: number): string => {
    let told: string | undefined;
    for (let id: number | undefined = leaf; id !== undefined; id = callers.get(id)) {
      const { functionName = '', url = '' } = byId.get(id)?.callFrame ?? {};
      const path = url.split(`${root}/`)[1];
      told ??= `${functionName} ${url}`;
      if (path === undefined || path.startsWith('node_modules') || path.startsWith('bench')) continue;
      told = `${functionName} ${path}`;
      break;
    }
    return stages.find(([, pattern]) => pattern.test(told ?? ''))?.[0] ?? 'other';
  };
  const known = new Map<number, string>();
  const sums = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const stage = known.get(id) ?? stageOf(id);
    known.set(id, stage);
    sums.set(stage, (sums.get(stage) ?? 0) + (timeDeltas[index] ?? 0));
  }
  return sums;
}

await buildBench();
for (const size of options.sizes.split(',').map(Number)) {
  const data = await dataSet(size, options.data, `http://127.0.0.1:${options.port}`);
  const folder = mkdtempSync(join(tmpdir(), 'benchside-profile-'));
  const job = {
    kind: 'profiled',
    size,
    dataDir: data.dir,
    workDir: join(data.dir, 'work'),
    port: Number(options.port),
    url: '',
    variant: '',
  };
  await using server = await serve({
    ...job,
    kind: options.hub ? 'hub' : 'mock',
    workDir: emptied(join(data.dir, 'served')),
  });
  const { text_ms = Number.NaN } = await measure(
    { ...job, url: server.url, workDir: emptied(job.workDir) },
    `--cpu-prof --cpu-prof-dir=${folder} --cpu-prof-interval=200`,
    // The sources, because stages are told apart by their names.
    join(root, 'bench/child.ts'),
  );
  // Named by the time, the process and the number of the thread, in which threads start.
  const files = readdirSync(folder).sort((a, b) => threadOf(a) - threadOf(b));
  const columns = files.map((file) => stagesOf(join(folder, file)));
  const names = ['main', 'sync', ...files.slice(2).map((_, index) => `prepare ${index + 1}`)];
  console.log(
    `## ${size} guides, text in ${(text_ms / 1000).toFixed(2)} s while profiled; profiles in ${folder}\n`,
  );
  console.log(`| µs for each guide | ${names.join(' | ')} |`);
  console.log(`|---|${names.map(() => '---').join('|')}|`);
  for (const [stage] of stages)
    console.log(
      `| ${stage} | ${columns.map((sums) => ((sums.get(stage) ?? 0) / size).toFixed(1)).join(' | ')} |`,
    );
  console.log();
}

function threadOf(file: string): number {
  return Number(file.split('.').at(-3));
}
