import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';

import { configSchema } from '../../app/config.ts';
import { createCore } from '../../app/core.ts';
import { listen } from '../../app/http/node.ts';
import { hashPassword } from '../../app/identity/password.ts';
import { sql } from '../../app/store/sql.ts';
import { hubOf } from '../data/build.ts';
import { ready } from '../process.ts';
import type { Job } from '../process.ts';

/** Who sits at the window. */
export const person = { userid: 1, email: 'bench@example.org', password: 'at the window of a bench' };

/** The hub of the window that is measured, always at the same address, because the window's data belong to it. */
export async function windowServer({ dataDir, port }: Job): Promise<void> {
  const folder = join(dataDir, 'window-hub');
  if (!existsSync(folder)) cpSync(hubOf(dataDir), folder, { recursive: true });
  const core = createCore(configSchema.parse({ profile: 'hub', dataDir: folder, logLevel: 'error' }));
  const hash = await hashPassword(person.password);
  core.ctx.store.transact(null, (s) =>
    s.db.run(sql`UPDATE account SET email = ${person.email}, password = ${hash}
       WHERE userid = ${person.userid}`),
  );
  const server = await listen(core.fetch, { host: '127.0.0.1', port: port + 1 });
  ready(`${server.origin}/api/2.0`);
}
