/**
 * Renders texts of the wiki fuzzer and prints the slowest and the largest: `node bench/worst-text.ts [texts] [characters]`. Times are
 * of the processor, the median of five: other programs do not count.
 */
import fc from 'fast-check';

import { renderHtml } from '../shared/wiki/html.ts';
import { parseWiki } from '../shared/wiki/parse.ts';
import { built, links, shape } from '../test/fuzz/wiki-texts.ts';

const [count = 2000, length = 40_000] = process.argv.slice(2).map(Number);
const seed = Date.now() % 2 ** 31;

const render = (raw: string): { ms: number; bytes: number } => {
  const started = process.cpuUsage();
  const html = renderHtml(parseWiki(raw), links());
  const { user, system } = process.cpuUsage(started);
  return { ms: (user + system) / 1000, bytes: Buffer.byteLength(html) };
};

const slowest = { ms: 0, raw: '' };
const largest = { bytes: 0, raw: '' };
for (const parts of fc.sample(shape, { numRuns: count, seed })) {
  const raw = built(parts, length);
  const { ms, bytes } = render(raw);
  if (ms > slowest.ms) {
    const times = Array.from({ length: 5 }, () => render(raw).ms).sort((a, b) => a - b);
    const median = times[2] ?? ms;
    if (median > slowest.ms) Object.assign(slowest, { ms: median, raw });
  }
  if (bytes > largest.bytes) Object.assign(largest, { bytes, raw });
}
const shown = (raw: string): string => JSON.stringify(raw.slice(0, 60));
console.log(`${count} texts of ${length} characters, seed ${seed}`);
console.log(`slowest: ${slowest.ms.toFixed(1)} ms, ${shown(slowest.raw)}`);
console.log(`largest: ${(largest.bytes / 1_048_576).toFixed(2)} MiB, ${shown(largest.raw)}`);
