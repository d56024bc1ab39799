import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { bundleForStart } from './clients/cold.ts';
import { contestants, measures } from './contestants.ts';
import type { Contestant, Measure, Samples } from './contestants.ts';
import { dataSet } from './data/build.ts';
import type { DataSet } from './data/build.ts';
import { installPeers, peerVersion } from './peers.ts';
import { emptied, measure, serve } from './process.ts';
import type { Job } from './process.ts';
import { growthTable, sampleTable, targetTable } from './table.ts';
import { judge, targets } from './targets.ts';
import type { Row } from './targets.ts';

const usage = `npm run bench -- [options]
  --sizes 4500,50000    guides in the store
  --repeats 3           runs of each contestant; medians are compared
  --only a,b            of ${measures.join(', ')}
  --match text          only contestants whose name has this in it
  --data FOLDER         MyFixit files (.jsonl, .jsonl.gz); otherwise ../shared/data, otherwise made-up guides
  --json FILE           everything that was measured
  --details             print every number, not only the targets
  --port 47811          port of the servers of ready-made answers`;

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '4500,50000' },
    repeats: { type: 'string', default: '3' },
    only: { type: 'string' },
    match: { type: 'string', default: '' },
    data: { type: 'string' },
    json: { type: 'string' },
    details: { type: 'boolean', default: false },
    port: { type: 'string', default: '47811' },
    help: { type: 'boolean', default: false },
  },
});

/** A start takes no time, so there are more of them. */
const startsPerRepeat = 5;

async function main(): Promise<void> {
  if (options.help) return console.log(usage);
  const wanted = (options.only?.split(',') ?? measures) as Measure[];
  const unknown = wanted.find((name) => !measures.includes(name));
  if (unknown) throw new Error(`There is no measure ${unknown}.\n${usage}`);
  const entered = contestants.filter(
    ({ name, of }) => name.includes(options.match) && of.some((one) => wanted.includes(one)),
  );
  installPeers();
  if (entered.some(({ kind }) => kind === 'cold')) await bundleForStart();
  console.log(`${machine()}\n`);
  const results: Record<
    string,
    { rows: Row[]; samples: [string, Samples extends Map<string, infer V> ? V : never][] }
  > = {};
  let failures = 0;
  for (const size of options.sizes.split(',').map(Number)) {
    const data = await dataSet(size, options.data, `http://127.0.0.1:${options.port}`);
    const samples: Samples = new Map();
    for (let repeat = 1; repeat <= Number(options.repeats); repeat += 1) {
      failures += await round(entered, size, data, samples, `${size}, ${repeat}/${options.repeats}`);
    }
    const rows = targets
      .filter(({ of }) => wanted.includes(of))
      .flatMap((target) => judge(target, samples) ?? []);
    console.log(
      `## ${size} guides, ${Math.round(data.bytes / 1e6)} MB of JSON (${data.source}), ${options.repeats} runs\n`,
    );
    console.log(`${targetTable(rows)}\n`);
    if (options.details) console.log(`${sampleTable(samples)}\n`);
    results[size] = { rows, samples: [...samples] };
  }
  const grown = growthTable(
    new Map(Object.entries(results).map(([size, { samples }]) => [size, new Map(samples)])),
  );
  if (grown) console.log(`## Memory by number of guides\n\n${grown}\n`);
  if (options.json) writeFileSync(options.json, JSON.stringify(results, null, 1));
  if (failures > 0) {
    console.error(`${failures} measurements did not run.`);
    process.exitCode = 1;
  }
}

/** Every contestant once, one after the other, so that a busy machine is busy for all. Returns how many failed. */
async function round(
  entered: Contestant[],
  size: number,
  data: DataSet,
  samples: Samples,
  label: string,
): Promise<number> {
  const base = {
    size,
    dataDir: data.dir,
    port: Number(options.port),
    url: '',
    variant: '',
    workDir: join(data.dir, 'work'),
  };
  let failures = 0;
  const run = async (contestant: Contestant, job: Job): Promise<void> => {
    try {
      const metrics = await measure({ ...job, workDir: emptied(job.workDir) });
      samples.set(contestant.name, [...(samples.get(contestant.name) ?? []), metrics]);
      const [[metric, value] = ['', Number.NaN]] = Object.entries(metrics);
      process.stderr.write(`  ${label}: ${contestant.name}: ${metric} ${value.toPrecision(4)}\n`);
    } catch (error) {
      failures += 1;
      process.stderr.write(
        `  ${label}: ${contestant.name}: ${error instanceof Error ? error.message : String(error)}\n`,
      );
    }
  };
  const onMock = entered.filter(({ server }) => server?.kind === 'mock');
  if (onMock.length > 0) {
    await using mock = await serve({ ...base, kind: 'mock' });
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
    await using served = await serve({
      ...base,
      ...server,
      variant: server.variant ?? '',
      workDir: emptied(workDir),
    });
    await run(contestant, { ...base, kind, variant, url: served.url });
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
