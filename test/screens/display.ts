import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Starts a virtual screen if there is none; it ends with the screenshots. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.platform !== 'linux' || process.env['DISPLAY']) return undefined;
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1920x1080x24'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(server, 'exit');
  const [number] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
  process.env['DISPLAY'] = `:${number}`;
  return async () => {
    server.kill();
    await exited;
  };
}
