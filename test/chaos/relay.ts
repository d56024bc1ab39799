import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A TCP relay before a server, which can cut the connections that go through it. */
export interface Relay extends AsyncDisposable {
  /** Host and port where the relay listens. */
  readonly address: string;
  /** Resets all open connections. New ones can be opened at once. */
  cut(): void;
}

/** @param port returns the server's port on loopback */
export async function openRelay(port: () => number): Promise<Relay> {
  const sockets = new Set<Socket>();
  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const server = createServer((client) => {
    const upstream = connect(port(), '127.0.0.1');
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    [Symbol.asyncDispose]: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
