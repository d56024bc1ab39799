import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';

const minutes = Number(process.env['FUZZ_MINUTES'] ?? 0);
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);

/**
 * Tries values until `runs` have passed, or for `FUZZ_MINUTES` if that is set. Cases that failed once are tried first: they are kept in
 * `found/<name>.json`, and a long search adds its finds there.
 *
 * @param values of JSON only, so that they can be stored
 */
export async function fuzz<Value>(
  name: string,
  values: fc.Arbitrary<Value>,
  check: (value: Value) => void | Promise<void>,
  { runs }: { runs: number },
): Promise<void> {
  const found = keptCases(name);
  for (const value of found) await check(value as Value);
  console.info(`fuzz ${name}: seed ${seed}, ${found.length} kept cases`);
  const property = fc.asyncProperty(values, async (value) => {
    await check(value);
  });
  const limits =
    minutes > 0
      ? { numRuns: Infinity, interruptAfterTimeLimit: minutes * 60_000, markInterruptAsFailure: false }
      : { numRuns: runs };
  const result = await fc.check(property, { seed, ...limits });
  if (!result.failed) return;
  const [value] = result.counterexample ?? [];
  if (minutes > 0) writeFileSync(fileOf(name), `${JSON.stringify([...found, value], null, 2)}\n`);
  const shown = JSON.stringify(value);
  throw new Error(
    `${name} fails with seed ${seed}. To keep the case, add it to ${fileOf(name)}:\n${shown.slice(0, 4000)}`,
    { cause: result.errorInstance },
  );
}

const fileOf = (name: string): string => join(import.meta.dirname, 'found', `${name}.json`);

function keptCases(name: string): unknown[] {
  try {
    return JSON.parse(readFileSync(fileOf(name), 'utf8')) as unknown[];
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** Returns the most bytes that this process has held, outside the heap too. */
export const peakBytes = (): number => process.resourceUsage().maxRSS * 1024;
