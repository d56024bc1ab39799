import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { createInterface } from 'node:readline';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Received headers and text. */
  message: string;
}

export interface SmtpServer extends AsyncDisposable {
  url: string;
  received: ReceivedMail[];
  /** Number of refused recipients. */
  refused: number;
  /** Answer to `RCPT TO`, such as `550 no such user`; empty to accept. */
  refusal: string;
}

/** Starts a minimal mail server (RFC 5321). `port` 0 picks one. */
export async function smtpServer(port = 0): Promise<SmtpServer> {
  const state = { received: [] as ReceivedMail[], refused: 0, refusal: '' };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    converse(socket, state);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

function converse(socket: Socket, state: Pick<SmtpServer, 'received' | 'refused' | 'refusal'>): void {
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  let mail: ReceivedMail = { from: '', to: [], message: '' };
  let lines: string[] | undefined;
  say('220 bench.test');
  createInterface({ input: socket, crlfDelay: Infinity }).on('line', (line) => {
    if (lines) {
      if (line !== '.') lines.push(line.replace(/^\./, ''));
      else {
        state.received.push({ ...mail, message: lines.join('\n') });
        lines = undefined;
        say('250 taken');
      }
      return;
    }
    const [verb = ''] = line.toUpperCase().split(/[ :]/, 1);
    const address = /<(.*)>/.exec(line)?.[1] ?? '';
    if (verb === 'MAIL') mail = { from: address, to: [], message: '' };
    if (verb === 'RCPT' && state.refusal !== '') {
      state.refused += 1;
      say(state.refusal);
      return;
    }
    if (verb === 'RCPT') mail.to.push(address);
    if (verb === 'DATA') {
      lines = [];
      say('354 go on');
      return;
    }
    say(verb === 'QUIT' ? '221 bye' : '250 bench.test');
    if (verb === 'QUIT') socket.end();
  });
}
