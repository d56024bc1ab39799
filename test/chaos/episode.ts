import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Random } from '../simulate/random.ts';
import { checkEdits, compareReads } from './compare.ts';
import { playEvent } from './events.ts';
import { heal } from './heal.ts';
import { Rig } from './rig.ts';
import type { RigOptions } from './rig.ts';
import type { Template } from './site.ts';

export interface ChaosOutcome {
  seed: number;
  violations: readonly string[];
  /** File that records everything that happens. */
  trace: string;
  edits: number;
  reads: number;
  faults: number;
}

type PlayOptions = Pick<RigOptions, 'seed'> & Partial<RigOptions> & { length: number };

const traces = join(import.meta.dirname, '../../test-output/chaos');

/**
 * Plays one episode with real processes: `length` random events, then everything works again, people decide, and every read is compared.
 * The same seed gives the same events; their outcome also depends on the machine's timing.
 */
export async function play(
  template: Template,
  { seed, length, verbose = false, isShared = false }: PlayOptions,
): Promise<ChaosOutcome> {
  await using rig = await Rig.start(template, { seed, verbose, isShared });
  const { world } = rig;
  let reads = 0;
  try {
    const random = new Random(seed);
    for (const { proxy } of rig.desks) proxy.share = random.next() * 0.4;
    for (let event = 0; event < length; event += 1) await playEvent(rig, random);
    await heal(rig);
    await rig.signInAtSite();
    await checkEdits(rig);
    reads = await compareReads(rig);
  } catch (error) {
    world.reportViolation(`the episode breaks off: ${error instanceof Error ? error.stack : String(error)}`);
  }
  for (const { crashes } of [...rig.site.machines, ...rig.desks.map(({ machine }) => machine)])
    for (const crash of crashes) world.reportViolation(crash);
  const faults = [...new Set(rig.desks.map(({ proxy }) => proxy))]
    .flatMap(({ counts }) => [...counts.values()])
    .reduce((sum, count) => sum + count, 0);
  const { violations, trace, accepted } = world;
  const file = join(traces, `${seed}.txt`);
  mkdirSync(traces, { recursive: true });
  writeFileSync(file, `${trace.join('\n')}\n`);
  return { seed, violations, trace: file, edits: accepted.length, reads, faults };
}
