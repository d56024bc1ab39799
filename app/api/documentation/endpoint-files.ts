import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { EndpointRoute } from '../endpoint.ts';
import { endpoints } from '../index.ts';

/** The definition of an endpoint: `file`, relative to `app/api`, exports it as `name`, which also names the operation. */
export interface EndpointFile {
  route: EndpointRoute;
  file: string;
  name: string;
}

const api = join(import.meta.dirname, '..');

/** Returns every endpoint with its file, in the order of `endpoints`. */
export async function endpointFiles(): Promise<EndpointFile[]> {
  const found = new Map<unknown, { file: string; name: string }>();
  for (const file of globSync('**/*.ts', { cwd: api }).sort()) {
    const path = join(api, file);
    // Loads only files with definitions: a script that imported itself would deadlock.
    if (!/\bdefineEndpoint\(/.test(readFileSync(path, 'utf8'))) continue;
    const exported = (await import(path)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported)) found.set(value, { file, name });
  }
  return endpoints.map((endpoint) => ({
    route: endpoint.route,
    ...(found.get(endpoint) ?? { file: '', name: '' }),
  }));
}
