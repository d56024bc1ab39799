/** A process that is a hub, and restores a backup in its own place; a test kills it in the middle. */
import { readFileSync } from 'node:fs';

import { configSchema } from '../../app/config.ts';
import { createCore } from '../../app/core.ts';
import { setUpCodeHeader } from '../../shared/set-up-code.ts';

const [dataDir = '', file = ''] = process.argv.slice(2);
const { ctx, fetch } = createCore(configSchema.parse({ profile: 'hub', dataDir, logLevel: 'error' }));
const body = readFileSync(file);
const address = `http://bench.test/api/2.0/benchside/setup/backup?file=hub.backup&at=0&total=${body.length}`;
await fetch(
  new Request(address, {
    method: 'POST',
    headers: { [setUpCodeHeader]: ctx.setUp.code ?? '', 'X-Benchside-Peer': '192.0.2.7' },
    body,
  }),
);
// Stays until it is killed, also after the end of its child.
setInterval(() => undefined, 60_000);
