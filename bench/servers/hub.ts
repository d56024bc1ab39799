import { cpSync } from 'node:fs';

import { hashToken } from '../../app/identity/token.ts';
import { configSchema } from '../../app/config.ts';
import { createCore } from '../../app/core.ts';
import { listen } from '../../app/http/node.ts';
import { signatureHeader } from '../../shared/signature.ts';
import type { GuideInput } from '../../shared/model/guide-input.ts';
import type { GuideDocument } from '../../app/store/guides/document.ts';
import { hubOf } from '../data/build.ts';
import { ready } from '../process.ts';
import type { Job } from '../process.ts';
import { changedIds, disputedIds, editor, siteWords } from '../touched.ts';

/**
 * A real hub on a copy of the set's. The variant `plain` hides what only Benchside has; `snapshot` has a snapshot ready, and the
 * others make none.
 */
export async function hub({ dataDir, workDir, size, variant }: Job): Promise<void> {
  cpSync(hubOf(dataDir), workDir, { recursive: true });
  const core = createCore(
    configSchema.parse({ profile: 'hub', dataDir: workDir, logLevel: 'error' }),
    variant === 'snapshot' ? {} : { snapshots: { fromGuides: Number.POSITIVE_INFINITY } },
  );
  core.ctx.snapshots?.noteFirstRead();
  await core.ctx.snapshots?.settled();
  core.ctx.store.transact(null, (s) =>
    s.sessions.add({ userid: editor.userid, tokenHash: hashToken(editor.token) }),
  );
  const changed = (ids: number[], change: (body: GuideDocument['body']) => GuideInput): Response => {
    const admin = core.ctx.store.read(null, (s) => s.users.actor(editor.userid));
    core.ctx.store.transact(admin, (s) => {
      for (const guideid of ids) {
        const { revisionid } = s.guides.requireVisible(guideid);
        s.guides.update(guideid, revisionid, change(s.guides.document(guideid).body));
      }
    });
    return new Response('{}');
  };
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname === '/bench/touch')
      return changed(changedIds(size), (body) => ({ conclusion: `${body.conclusion_raw} Touched.` }));
    if (pathname === '/bench/dispute')
      return changed(disputedIds(size), (body) => ({ introduction: body.introduction_raw + siteWords }));
    if (variant === 'plain' && pathname.startsWith('/api/2.0/benchside/'))
      return new Response('{}', { status: 404 });
    const answer = await core.fetch(request);
    // A desk knows a hub by it.
    if (variant === 'plain') answer.headers.delete(signatureHeader);
    return answer;
  };
  const server = await listen(variant === 'bare' ? core.fetch : fetch, { host: '127.0.0.1', port: 0 });
  ready(`${server.origin}/api/2.0`);
}
