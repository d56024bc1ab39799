import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

import { expect, it } from 'vitest';

import { listen } from '../../app/http/node.ts';
import { signatureHeader } from '../../shared/signature.ts';
import type { SyncStatus } from '../../shared/sync-status.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import { addGuide } from '../helpers/pair.ts';
import { addPerson } from '../helpers/people.ts';
import { json, password, serve, until } from '../helpers/process.ts';

const MiB = 1_048_576;

const kibibytes = (pid: number, name: string): number =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

it.skipIf(process.platform !== 'linux')(
  '[security 11] a hub whose answers unpack to 600 MiB takes less than 128 MiB of a desk',
  async () => {
    await using hub = testCore();
    const ann = await addPerson(hub, 'ann', { role: 'author', password });
    await addGuide(hub, ann.token);
    const bomb = gzipSync(Buffer.alloc(600 * MiB, ' '));
    let isHostile = false;
    const server = await listen(
      async (request) => {
        const answer = await hub.fetch(request);
        if (!isHostile) return answer;
        const signature = answer.headers.get(signatureHeader) ?? '';
        return new Response(bomb, {
          headers: {
            'Content-Encoding': 'gzip',
            'Content-Type': 'application/json',
            [signatureHeader]: signature,
          },
        });
      },
      { host: '127.0.0.1', port: 0 },
    );
    using folder = temporaryFolder();
    await using desk = await serve([
      'desk',
      '--data',
      folder.path,
      '--site',
      `${server.origin}/api/2.0`,
      '--port',
      '0',
    ]);
    const { authToken } = await json<{ authToken: string }>(`${desk.url}/user/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'ann@example.org', password }),
    });
    const headers = { Authorization: `api ${authToken}`, 'Content-Type': 'application/json' };
    const status = (): Promise<SyncStatus> => json(`${desk.url}/benchside/sync`, { headers });
    const sync = (): Promise<unknown> =>
      json(`${desk.url}/benchside/sync`, { method: 'POST', headers, body: '{}' });
    await until(status, ({ rounds, phase }) => phase === 'idle' && rounds[0]?.outcome === 'clean');
    await sync();
    await until(status, ({ rounds, phase }) => phase === 'idle' && rounds.length > 1);

    isHostile = true;
    const before = kibibytes(desk.pid, 'VmRSS');
    writeFileSync(`/proc/${desk.pid}/clear_refs`, '5');
    await sync();
    await until(status, ({ problem }) => problem !== null);
    const peak = (kibibytes(desk.pid, 'VmHWM') - before) / 1024;
    console.info(
      `a gzip bomb of ${Math.round(bomb.length / 1024)} KiB moved the desk by ${Math.round(peak)} MiB`,
    );
    expect(peak).toBeLessThan(128);
    await server.close();
  },
);
