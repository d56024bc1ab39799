import { listen } from '../http.ts';
import { withHub } from './open-hub.ts';
import { printJson, untilStopped } from './run.ts';

/** `benchside hub`: serves until it is told to stop, then drains and closes. */
export async function hub({
  data,
  host,
  port,
  publicUrl,
}: {
  data: string;
  host: string;
  port: number;
  publicUrl?: string;
}): Promise<void> {
  const stopped = untilStopped();
  await withHub({ dataDir: data, publicUrl }, async (core) => {
    const server = await listen(core.fetch, { host, port });
    printJson({ event: 'ready', url: `${server.origin}/api/2.0` });
    await stopped;
    await server.close();
  });
}
