import { listen } from '../http.ts';
import { workerSync } from '../sync/worker-sync.ts';
import { openDesk } from './open-desk.ts';
import { printJson, untilStopped } from './run.ts';

/** `benchside desk`: a desk without a window, until it is told to stop. */
export async function desk(options: { data: string; site?: string; port: number }): Promise<void> {
  const stopped = untilStopped();
  const opened = openDesk(options.data, options.site, { createSync: workerSync });
  try {
    const server = await listen(opened.core.fetch, { host: '127.0.0.1', port: options.port, loopbackOnly: true });
    printJson({ event: 'ready', url: `${server.origin}/api/2.0` });
    await stopped;
    await server.close();
  } finally {
    await opened.close();
  }
}
