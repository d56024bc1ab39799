import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { pictureSource } from '../../app/import/pictures.ts';
import { drawNumbered } from '../../app/media/draw.ts';
import { MediaFiles } from '../../app/media/files.ts';
import { guideMarkdown } from '../../shared/guide-export.ts';
import { limits } from '../../shared/limits.ts';
import { openRemote } from '../../app/sync/remote.ts';
import { answering } from '../helpers/site.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { content, guide, notesOf, run } from '../helpers/import.ts';
import { myfixit, pictureName, writeLines } from '../helpers/myfixit.ts';

describe('pictures', () => {
  const three = myfixit(1, {}, 3);
  const mediaOf = async (hub: TestCore): Promise<{ guid: string; original: string }[]> =>
    (await guide(hub, 1)).steps.flatMap((step) => step.media.data as { guid: string; original: string }[]);

  it('draw: each picture is replaced by a numbered one of real size', async () => {
    using folder = temporaryFolder();
    await using hub = testCore();
    const file = writeLines(join(folder.path, 'a.jsonl'), [three]);
    expect(await run(hub, [file], 'draw')).toMatchObject({ guides: 1, pictures: 3, brought: 3, notes: [] });
    for (const { guid, original } of await mediaOf(hub)) {
      expect(original).toBe(`http://bench.test/igi/${guid}`);
      expect((await hub.call(`GET /igi/${guid}.medium`)).headers.get('Content-Type')).toBe('image/jpeg');
    }
    const before = content(hub);
    await run(hub, [file], 'draw');
    await run(hub, [file], 'keep');
    expect(content(hub)).toEqual(before);
  });

  it('a folder: pictures that are there and complete are used; the others keep their address, and are reported', async () => {
    using folder = temporaryFolder();
    const pictures = join(folder.path, 'pictures');
    mkdirSync(join(pictures, `${pictureName(1002)}.png`), { recursive: true });
    const { bytes } = await drawNumbered(1, { width: 480, height: 400 });
    // A JPEG with another extension is a JPEG.
    writeFileSync(join(pictures, `${pictureName(1000)}.medium.png`), bytes);
    writeFileSync(join(pictures, `${pictureName(1001)}.jpg`), bytes.subarray(0, 3000));
    await using hub = testCore();
    const result = await run(hub, [writeLines(join(folder.path, 'a.jsonl'), [three])], pictures);
    expect(result).toMatchObject({ guides: 1, failed: 0, pictures: 3, brought: 1 });
    expect(notesOf(result).sort()).toEqual([
      expect.stringMatching(/^1 1 Picture000001001\.jpg: .*It keeps its address\.$/),
      expect.stringMatching(/^1 1 there is no picture Picture000001002 in .*: it keeps its address$/),
    ]);
    expect((await mediaOf(hub)).map(({ original }) => original)).toEqual([
      `http://bench.test/igi/${pictureName(1000)}`,
      `https://example.org/igi/${pictureName(1001)}`,
      `https://example.org/igi/${pictureName(1002)}`,
    ]);
  });

  it('fetch: from their servers, whatever these answer', async () => {
    using folder = temporaryFolder();
    const { bytes } = await drawNumbered(2, { width: 480, height: 400 });
    const server = createServer((request, response) => {
      const { url = '' } = request;
      if (url === '/whole')
        response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end(bytes);
      else if (url === '/moved') response.writeHead(302, { Location: '/whole' }).end();
      else if (url === '/igi/OnlyLarge0000001.huge') response.end(bytes);
      else if (url === '/page')
        response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end('<html>not here</html>');
      else if (url === '/cut')
        response
          .writeHead(200, { 'Content-Length': bytes.length })
          .write(bytes.subarray(0, 2000), () => request.socket.destroy());
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const addresses = [
      `${origin}/whole`,
      `${origin}/moved`,
      `${origin}/igi/OnlyLarge0000001.medium`,
      `${origin}/gone`,
      `${origin}/page`,
      `${origin}/cut`,
    ];
    const nowhere = Array.from({ length: 5 }, (_, n) => `http://127.0.0.1:1/${n}`);
    const steps = [...addresses, ...nowhere].map((url, Order) => ({ Order, Images: [url], Text_raw: 'x' }));
    await using hub = testCore();
    const result = await run(
      hub,
      [writeLines(join(folder.path, 'a.jsonl'), [myfixit(1, { Steps: steps })])],
      'fetch',
    );
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(result).toMatchObject({ guides: 1, failed: 0, pictures: 11, brought: 3 });
    const kept = (await mediaOf(hub))
      .map(({ original }) => original)
      .filter((original) => !original.startsWith('http://bench.test/'));
    expect(kept).toEqual([...addresses.slice(3), ...nowhere]);
    const notes = notesOf(result);
    for (const path of ['/gone', '/page', '/cut'])
      expect(notes).toContainEqual(expect.stringMatching(new RegExp(`${path}: .* It keeps its address\\.$`)));
    expect(notes.filter((note) => note.includes('127.0.0.1:1 cannot be reached'))).toHaveLength(1);
  });

  it('[security imports] an import on a screen asks for nothing on the machine of the hub', async () => {
    using folder = temporaryFolder();
    const source = await pictureSource('fetch', new MediaFiles(folder.path), 'public');
    // Without a port too, at which nothing has to listen: it is not even asked.
    for (const original of ['http://localhost/a.jpg', 'http://127.0.0.1/a.jpg', 'http://[::1]/a.jpg']) {
      const failures: string[] = [];
      const image = { guid: 'a', original, sized: false };
      expect(await source.bring(image, (message) => failures.push(message))).toBeUndefined();
      expect(failures).toEqual([
        expect.stringMatching(/gives an address that this computer may not contact: /),
      ]);
    }
    await source.close();
  });

  /** A server that sends a byte of a picture again and again. */
  const dripping = (onByte: () => void) => {
    const drip = (response: ServerResponse): void => {
      onByte();
      if (!response.destroyed) response.write('x', () => setTimeout(drip, 5, response));
    };
    return answering((_, response) => drip(response.writeHead(200, { 'Content-Type': 'image/jpeg' })));
  };

  it('[security imports] stops waiting after five minutes for a server that sends one byte a minute', async () => {
    let minutes = 0;
    await using server = await dripping(() => (minutes += 1));
    const remote = openRemote('http://none.invalid', undefined, () => minutes * 60);
    const most = limits.media.fetched.max / 60;
    try {
      await expect(remote.bytes(new URL(server.api), 'any', limits.media.picture.max)).rejects.toMatchObject({
        kind: 'offline',
        message: 'The server took longer than 5 minutes to send the file.',
      });
      expect(minutes).toBeGreaterThan(most);
      expect(minutes).toBeLessThan(most + 20);
    } finally {
      await remote.close();
    }
  });

  it('[security imports] an import whose pictures do not come can be stopped at once', async () => {
    using folder = temporaryFolder();
    let bytes = 0;
    await using server = await dripping(() => (bytes += 1));
    const source = await pictureSource('fetch', new MediaFiles(folder.path));
    const failures: string[] = [];
    const brought = source.bring({ guid: 'a', original: server.api, sized: true }, (why) =>
      failures.push(why),
    );
    await expect.poll(() => bytes).toBeGreaterThan(2);
    await source.close();
    expect([await brought, failures]).toEqual([undefined, []]);
  });

  it('[security imports] a guide whose pictures are at many servers has few of them in memory', async () => {
    using folder = temporaryFolder();
    let [open, most] = [0, 0];
    const server = createServer((_, response) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        response.writeHead(404).end();
      }, 20);
    });
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
    const { port } = server.address() as AddressInfo;
    const source = await pictureSource('fetch', new MediaFiles(folder.path));
    const bring = (n: number): Promise<unknown> =>
      source.bring(
        { guid: `${n}`, original: `http://127.0.0.${n + 1}:${port}/a`, sized: false },
        () => undefined,
      );
    await Promise.all(Array.from({ length: 30 }, (_, n) => bring(n)));
    await source.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(8);
  });

  it('[security exports] a guide as Markdown has no HTML of the addresses of its imported pictures', async () => {
    using folder = temporaryFolder();
    await using hub = testCore();
    const address = 'https://example.org/a.jpg)<img src=x onerror=alert(1)>';
    const steps = [{ Order: 0, Images: [address], Text_raw: 'x' }];
    await run(hub, [writeLines(join(folder.path, 'a.jsonl'), [myfixit(1, { Steps: steps })])]);
    const text = guideMarkdown(
      await guide(hub, 1),
      {
        about: () => [],
        tools: 'Tools',
        parts: 'Parts',
        quantity: String,
        step: String,
        picture: () => 'Picture',
        missing: String,
        callout: String,
        tooLarge: String,
      },
      ({ original }) => original,
    );
    expect(text).toContain('![Picture](');
    expect(text).not.toMatch(/<img|onerror=alert\(1\)>/);
  });
});
