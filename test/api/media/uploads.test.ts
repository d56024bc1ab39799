import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, vi } from 'vitest';

import type { MediaImage } from '../../../shared/model/image.ts';
import { testCore } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';
import { addPerson } from '../../helpers/people.ts';
import { photo } from '../../media/pictures.ts';

/** Returns a body that arrives step by step, as the test commands. */
function slowly(bytes: Uint8Array<ArrayBuffer>) {
  let body: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (body = controller) });
  const half = Math.floor(bytes.length / 2);
  body?.enqueue(bytes.subarray(0, half));
  return {
    stream,
    half,
    finish: () => {
      body?.enqueue(bytes.subarray(half));
      body?.close();
    },
  };
}

const incoming = ({ dataDir }: TestCore): number[] => {
  const folder = join(dataDir, 'media', '.writing');
  return readdirSync(folder).map((name) => statSync(join(folder, name)).size);
};

const upload = (hub: TestCore, token: string, body: BodyInit): Promise<Response> =>
  hub.fetch(
    new Request('http://bench.test/api/2.0/user/media/images?file=a.png', {
      method: 'POST',
      headers: { Authorization: `api ${token}` },
      body,
      duplex: 'half',
    } as RequestInit),
  );

it('[security uploads] an incoming picture is stored on the disk, and a slow sender delays nobody', async () => {
  await using hub = testCore();
  const { token } = await addPerson(hub, 'ann');
  const bytes = new Uint8Array(await (await photo(300, 200)).png().toBuffer());
  const slow = Array.from({ length: 6 }, () => slowly(bytes));
  const answers = slow.map(({ stream }) => upload(hub, token, stream));
  await expect.poll(() => incoming(hub)).toEqual(slow.map(({ half }) => half));
  expect((await upload(hub, token, bytes)).status).toBe(200);
  for (const { finish } of slow) finish();
  for (const answer of await Promise.all(answers)) {
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as MediaImage).image.id).toBeGreaterThan(0);
  }
  expect(incoming(hub)).toEqual([]);
});

it('[security uploads] a hub whose disk is nearly full takes no files, but everything else', async () => {
  await using hub = testCore();
  const { token } = await addPerson(hub, 'ann', { role: 'author' });
  const { reserve } = hub.ctx.store;
  let free = 10 * reserve.size;
  vi.spyOn(reserve, 'free', 'get').mockImplementation(() => free);
  const kinds = ['images?file=a.png', 'documents?file=a.txt', 'videos?file=a.mp4'];
  const status = async (kind: string, length: number): Promise<number> => {
    const headers = { 'Content-Length': String(length) };
    const answer = await hub.call(`POST /user/media/${kind}`, { token, headers, body: 'words' });
    if (answer.status === 503)
      expect(await answer.json()).toMatchObject({ message: expect.stringContaining('nearly full') });
    return answer.status;
  };
  // The announced length is checked before anything is read.
  for (const kind of kinds) expect([kind, await status(kind, 7 * reserve.size)]).not.toEqual([kind, 200]);
  expect(await status('documents?file=a.txt', 5)).toBe(200);
  free = 3 * reserve.size;
  for (const kind of kinds) expect([kind, await status(kind, 5)]).toEqual([kind, 503]);
  await hub.json('POST /guides', { token, json: { category: 'Pump', type: 'repair' } });

  // The disk fills up while a long file arrives.
  free = 10 * reserve.size;
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 1;
      if (sent === 4) free = reserve.size;
      controller.enqueue(new Uint8Array(4 * 1_048_576));
      if (sent === 15) controller.close();
    },
  });
  expect((await upload(hub, token, body)).status).toBe(503);
  expect(sent).toBeLessThan(10);
  expect(incoming(hub)).toEqual([]);
});
