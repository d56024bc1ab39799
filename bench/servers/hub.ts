import { cpSync } from 'node:fs';

import { configSchema } from '../../app/config.ts';
import { createCore } from '../../app/core.ts';
import { listen } from '../../app/http.ts';
import { hubOf } from '../data/build.ts';
import { ready } from '../process.ts';
import type { Job } from '../process.ts';
import { changedIds } from '../touched.ts';

/** A real hub on a copy of the set's. The variant `plain` hides what only Benchside has. */
export async function hub({ dataDir, workDir, size, variant }: Job): Promise<void> {
  cpSync(hubOf(dataDir), workDir, { recursive: true });
  const core = createCore(configSchema.parse({ profile: 'hub', dataDir: workDir, logLevel: 'error' }));
  const touched = (): Response => {
    const admin = core.ctx.store.read(null, (s) => s.users.actor(1));
    core.ctx.store.transact(admin, (s) => {
      for (const guideid of changedIds(size)) {
        const { revisionid } = s.guides.requireVisible(guideid);
        const conclusion = `${s.guides.document(guideid).body.conclusion_raw} Touched.`;
        s.guides.update(guideid, revisionid, { conclusion });
      }
    });
    return new Response('{}');
  };
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname === '/bench/touch') return touched();
    if (variant === 'plain' && pathname.startsWith('/api/2.0/benchside/'))
      return new Response('{}', { status: 404 });
    return core.fetch(request);
  };
  const server = await listen(variant === 'bare' ? core.fetch : fetch, { host: '127.0.0.1', port: 0 });
  ready(`${server.origin}/api/2.0`);
}
