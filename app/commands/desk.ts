import { trialFromEnvironment } from '../config.ts';
import { listen } from '../http/node.ts';
import { workerSync } from '../desk/sync-host.ts';
import { signInForTrial } from '../desk/trial-sign-in.ts';
import { browserWindow } from '../http/desk-window.ts';
import { openDesk } from '../desk/open.ts';
import { printJson, untilStopped } from './run.ts';

/** `benchside desk`: runs a desk without a window until it is stopped. */
export async function desk(options: {
  data: string;
  site?: string;
  port: number;
  renderer?: string;
  appId?: string;
  translateUrl?: string;
  translateKey?: string;
}): Promise<void> {
  const stopped = untilStopped();
  const opened = openDesk(options.data, options.site, { createSync: workerSync }, options);
  try {
    const { core, vault } = opened;
    const { appId } = options;
    if (appId !== undefined) core.ctx.store.transact(null, (s) => s.meta.set('app-id', appId));
    const trial = trialFromEnvironment();
    const problem = trial && (await signInForTrial(core, vault, trial));
    if (problem) core.ctx.log.warn({ problem }, 'the trial sign-in did not work');
    const page = options.renderer === undefined ? undefined : browserWindow(core, options.renderer);
    const server = await listen(page?.fetch ?? core.fetch, {
      host: '127.0.0.1',
      port: options.port,
      loopbackOnly: true,
    });
    const url = `${server.origin}/api/2.0`;
    printJson({ event: 'ready', url, ...(page ? { page: `${server.origin}${page.path}` } : {}) });
    await stopped;
    await server.close();
  } finally {
    await opened.close();
  }
}
