import { Agent, get } from 'node:http';

import autocannon from 'autocannon';

import { done } from '../process.ts';
import type { Job } from '../process.ts';
import { keyOf } from '../servers/pouch.ts';
import { spread, timed } from '../stats.ts';
import { spreadIds } from '../touched.ts';

const seconds = 3;

/**
 * Reads guides from a server: one after the other, guides that nobody asked for before (`first`) and guides that somebody
 * did (`http`), then the latter by ten connections at once.
 */
export async function load({ url, size, variant }: Job): Promise<void> {
  const all = spreadIds(size, 1000).map((id) =>
    variant === 'pouchdb' ? `${url}/${keyOf(id)}` : `${url}/guides/${id}`,
  );
  const paths = all.slice(0, 500);
  const others = all.slice(500);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const again = (index: number): Promise<void> => read(paths[index % paths.length] ?? '', agent);
  const times = await timed(1000, again, paths.length);
  const firsts = await timed(others.length, (index) => read(others[index] ?? '', agent), 0);
  agent.destroy();
  const { origin } = new URL(url);
  const requests = paths.map((path) => ({ method: 'GET' as const, path: path.slice(origin.length) }));
  const result = await autocannon({ url: origin, connections: 10, duration: seconds, requests });
  if (result.non2xx + result.errors > 0)
    throw new Error(`${result.non2xx + result.errors} answers were no guides`);
  await done({
    ...spread('http', times),
    ...spread('first', firsts),
    per_second: result.requests.average,
    busy_p99_ms: result.latency.p99,
  });
}

const read = (path: string, agent: Agent): Promise<void> =>
  new Promise((resolve, reject) => {
    get(path, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}`));
      response.resume().on('end', resolve);
    }).on('error', reject);
  });
