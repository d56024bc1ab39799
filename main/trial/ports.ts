import { createServer } from 'node:net';

/** Returns the first free port from `first` on; 0, which picks any, if many in a row are taken. */
export async function freePort(first: number): Promise<number> {
  for (let port = first; port < first + 50; port += 1) if (await isFree(port)) return port;
  return 0;
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
