import { configSchema, logLevelFromEnvironment } from '../config.ts';
import { createCore } from '../core.ts';
import { listen } from '../http.ts';
import { sweepMedia } from '../media/sweep.ts';
import { lockDataFolder } from '../lock.ts';
import { printJson, untilStopped } from './run.ts';

/** `benchside hub`: serves until it is told to stop, then drains and closes. */
export async function hub(options: { data: string; host: string; port: number; publicUrl?: string }): Promise<void> {
  const stopped = untilStopped();
  const unlock = lockDataFolder(options.data);
  try {
    const core = createCore(
      configSchema.parse({
        profile: 'hub',
        dataDir: options.data,
        logLevel: logLevelFromEnvironment(),
        publicUrl: options.publicUrl,
      }),
    );
    try {
      const server = await listen(core.fetch, options);
      const swept = sweepMedia(core.ctx.store, core.ctx.media, core.ctx.log);
      printJson({ event: 'ready', url: `${server.origin}/api/2.0` });
      await stopped;
      await server.close();
      await swept;
    } finally {
      await core.close();
    }
  } finally {
    unlock();
  }
}
