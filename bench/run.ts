import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { buildBench } from './build.ts';
import { contestants, measures, slow } from './contestants.ts';
import type { Contestant, Measure, Samples } from './contestants.ts';
import { coreModes, corePinning } from './cores.ts';
import { dataSet } from './data/build.ts';
import type { DataSet } from './data/build.ts';
import { hubLoad } from './hub-load.ts';
import { installPeers, peerVersion } from './peers.ts';
import { emptied, measure, serve } from './process.ts';
import type { Job } from './process.ts';
import { growthTable, sampleTable, targetTable } from './table.ts';
import { judge, missingOf, targets } from './targets.ts';
import type { Row } from './targets.ts';

const usage = `npm run bench -- [options]
  --sizes 4500,50000    guides in the store
  --repeats 3           runs of each contestant; medians are compared
  --short               one run of everybody with 4,500 guides, in ten minutes
  --one-core            everything once more with one core for all processes, in a table beside the other (Linux)
  --only a,b            of ${measures.join(', ')}
  --only hub-load       the load of many desks on a hub, which the other options do not change
  --match text          only contestants whose name has this in it
  --data FOLDER         MyFixit files (.jsonl, .jsonl.gz); otherwise ../shared/data, otherwise made-up guides
  --json FILE           everything that was measured
  --details             print every number, not only the targets
  --port 47811          port of the servers of ready-made answers`;

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string' },
    repeats: { type: 'string' },
    short: { type: 'boolean', default: false },
    'one-core': { type: 'boolean', default: false },
    only: { type: 'string' },
    match: { type: 'string', default: '' },
    data: { type: 'string' },
    json: { type: 'string' },
    details: { type: 'boolean', default: false },
    port: { type: 'string', default: '47811' },
    help: { type: 'boolean', default: false },
  },
});

const sizes = (options.sizes ?? (options.short ? '4500' : '4500,50000')).split(',').map(Number);
const repeats = Number(options.repeats ?? (options.short ? 1 : 3));

/** A start takes no time, so there are more of them. */
const startsPerRepeat = 5;

async function main(): Promise<void> {
  if (options.help) return console.log(usage);
  if (options.only === 'hub-load') return hubLoad();
  const wanted = (options.only?.split(',') ?? measures) as Measure[];
  const unknown = wanted.find((name) => !measures.includes(name));
  if (unknown) throw new Error(`There is no measure ${unknown}.\n${usage}`);
  const entered = contestants.filter(
    ({ name, of }) => name.includes(options.match) && of.some((one) => wanted.includes(one)),
  );
  installPeers();
  await buildBench();
  console.log(`${machine()}\n`);
  const results: Record<
    string,
    { rows: Row[]; samples: [string, Samples extends Map<string, infer V> ? V : never][] }
  > = {};
  const failures: string[] = [];
  const modes = options['one-core'] ? coreModes : coreModes.slice(0, 1);
  const pin = options['one-core'] ? corePinning() : () => undefined;
  for (const size of sizes) {
    const data = await dataSet(size, options.data, `http://127.0.0.1:${options.port}`);
    const running = entered.filter(({ upTo = size }) => size <= upTo);
    const byMode = modes.map((mode) => ({ mode, samples: new Map() as Samples }));
    for (let repeat = 1; repeat <= repeats; repeat += 1) {
      for (const { mode, samples } of byMode) {
        pin(mode);
        const label = `${size}, ${repeat}/${repeats}, ${mode}`;
        failures.push(...(await round(running, size, data, samples, label)));
      }
    }
    for (const { mode, samples } of byMode) {
      const judged = targets.filter(({ of }) => wanted.includes(of));
      const rows = judged.flatMap((target) => judge(target, samples) ?? []);
      const names = new Set(running.map(({ name }) => name));
      failures.push(
        ...judged
          .flatMap((target) => missingOf(target, samples, names))
          .map((row) => `${size}, ${mode}: ${row}`),
      );
      console.log(
        `## ${size} guides, ${Math.round(data.bytes / 1e6)} MB of JSON (${data.source}), ${repeats} runs, ${mode}\n`,
      );
      console.log(`${targetTable(rows)}\n`);
      if (options.details) console.log(`${sampleTable(samples)}\n`);
      results[mode === 'all cores' ? size : `${size}, ${mode}`] = { rows, samples: [...samples] };
    }
  }
  const grown = growthTable(new Map(sizes.map((size) => [String(size), new Map(results[size]?.samples)])));
  if (grown) console.log(`## Memory by number of guides\n\n${grown}\n`);
  if (options.json) writeFileSync(options.json, JSON.stringify(results, null, 1));
  if (failures.length > 0) {
    console.error(`Did not run:\n${failures.map((failure) => `  ${failure}\n`).join('')}`);
    process.exitCode = 1;
  }
}

/** Every contestant once, one after the other, so that a busy machine is busy for all. Returns those that failed, with the reason. */
async function round(
  entered: Contestant[],
  size: number,
  data: DataSet,
  samples: Samples,
  label: string,
): Promise<string[]> {
  const base = {
    size,
    dataDir: data.dir,
    port: Number(options.port),
    url: '',
    variant: '',
    workDir: join(data.dir, 'work'),
  };
  const failures: string[] = [];
  const fail = ({ name }: Contestant, error: unknown): void => {
    const failure = `${label}: ${name}: ${error instanceof Error ? error.message : String(error)}`;
    failures.push(failure);
    process.stderr.write(`  ${failure}\n`);
  };
  const run = async (contestant: Contestant, job: Job): Promise<void> => {
    try {
      const metrics = await measure({ ...job, workDir: emptied(job.workDir) });
      samples.set(contestant.name, [...(samples.get(contestant.name) ?? []), metrics]);
      const [[metric, value] = ['', Number.NaN]] = Object.entries(metrics);
      process.stderr.write(`  ${label}: ${contestant.name}: ${metric} ${value.toPrecision(4)}\n`);
    } catch (error) {
      fail(contestant, error);
    }
  };
  for (const variant of ['', slow]) {
    const onMock = entered.filter(
      ({ server }) => server?.kind === 'mock' && (server.variant ?? '') === variant,
    );
    if (onMock.length === 0) continue;
    await using mock = await serve({ ...base, kind: 'mock', variant });
    for (const contestant of onMock) {
      const { kind, variant = '' } = contestant;
      const url =
        variant === 'plain' && kind === 'ours' ? mock.url.replace('/api/', '/plain/api/') : mock.url;
      await run(contestant, { ...base, kind, variant, url });
    }
  }
  for (const contestant of entered) {
    const { kind, variant = '', server } = contestant;
    if (server?.kind === 'mock' || kind === 'cold') continue;
    const workDir = join(base.dataDir, 'served');
    if (!server) {
      await run(contestant, { ...base, kind, variant });
      continue;
    }
    try {
      await using served = await serve({
        ...base,
        ...server,
        variant: server.variant ?? '',
        workDir: emptied(workDir),
      });
      await run(contestant, { ...base, kind, variant, url: served.url });
    } catch (error) {
      fail(contestant, error);
    }
  }
  for (let start = 0; start < startsPerRepeat; start += 1) {
    for (const contestant of entered.filter(({ kind }) => kind === 'cold')) {
      await run(contestant, { ...base, kind: 'cold', variant: contestant.variant ?? '' });
    }
  }
  emptied(base.workDir);
  return failures;
}

function machine(): string {
  const peers = ['rxdb', 'pouchdb', 'flexsearch'].map((name) => `${name} ${peerVersion(name)}`).join(', ');
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${memory} GB, ${process.platform}, Node ${process.version}; ${peers}`;
}

await main();
