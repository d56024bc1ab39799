import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { limits } from '../../shared/limits.ts';
import type { BundleImport } from '../../shared/model/carry.ts';
import type { SealedReceipt } from '../../shared/model/bundle.ts';
import { exported, forged, retitle, rewritten, sentByAnother, taken } from '../helpers/bundle.ts';
import type { BundleParts } from '../helpers/bundle.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import { addGuide, addUser, deskPerson, everything, pair } from '../helpers/pair.ts';
import { json, serve, until } from '../helpers/process.ts';
import { photo } from '../media/pictures.ts';

const MiB = 1_048_576;

const kibibytes = (pid: number, name: string): number =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** Imports a bundle at a new desk in a process of its own. @returns why it failed, and the MiB by which the desk grew meanwhile */
async function importedBy(folder: string, file: string): Promise<{ message: string | null; peak: number }> {
  const page = join(folder, 'page');
  mkdirSync(page);
  writeFileSync(join(page, 'index.html'), '<!doctype html>');
  const site = ['--site', 'http://127.0.0.1:9/api/2.0'];
  await using desk = await serve(['desk', '--data', join(folder, 'desk'), ...site, '--renderer', page]);
  const entered = await fetch(desk.ready.page ?? '', { redirect: 'manual' });
  const [Cookie = ''] = (entered.headers.get('Set-Cookie') ?? '').split(';');
  const headers = { Cookie, 'Sec-Fetch-Site': 'same-origin' };
  const importOf = async (body: BodyInit): Promise<BundleImport> => {
    await json(`${desk.url}/benchside/bundle_import?file=a.bundle`, { method: 'POST', headers, body });
    return until(
      () => json<BundleImport>(`${desk.url}/benchside/bundle_import`, { headers }),
      ({ state }) => state !== 'running',
    );
  };
  // The first import loads modules, which stay in memory.
  await importOf('not a bundle');
  const before = kibibytes(desk.pid, 'VmRSS');
  writeFileSync(`/proc/${desk.pid}/clear_refs`, '5');
  const { message } = await importOf(new Uint8Array(readFileSync(file)));
  return { message, peak: (kibibytes(desk.pid, 'VmHWM') - before) / 1024 };
}

describe.skipIf(process.platform !== 'linux')(
  '[security bundles] a desk takes less than 128 MiB for a bundle',
  () => {
    it.each<{ what: string; parts: () => Partial<BundleParts>; words: RegExp }>([
      {
        what: 'whose feed is a line of 600 MiB',
        parts: () => ({ feed: zstdCompressSync(Buffer.alloc(600 * MiB, ' ')), unpackedBytes: 600 * MiB }),
        words: /^a\.bundle cannot be read to its end: A line of the feed is larger than 32 MiB\./,
      },
      {
        what: 'whose list of files has 600 MiB of spaces',
        parts: () => ({ files: zstdCompressSync(Buffer.alloc(600 * MiB, ' ')) }),
        words: /^a\.bundle is damaged\. Nothing was changed\.$/,
      },
      {
        what: 'whose list of receipts has 40 million values',
        parts: () => ({ receipts: zstdCompressSync(`[${'[],'.repeat(40_000_000)}[]]`) }),
        words: /^a\.bundle is damaged\. Nothing was changed\.$/,
      },
    ])('$what', async ({ what, parts, words }) => {
      using folder = temporaryFolder();
      const file = await forged(join(folder.path, 'a.bundle'), parts());
      const { message, peak } = await importedBy(folder.path, file);
      console.info(`a bundle ${what} moved the desk by ${Math.round(peak)} MiB`);
      expect(message).toMatch(words);
      expect(peak).toBeLessThan(128);
    });
  },
);

it.each<{ what: string; change: Partial<SealedReceipt> }>([
  { what: 'is empty', change: { sealed: '' } },
  { what: 'is too short', change: { sealed: 'AAAA' } },
  { what: 'was sealed by someone else', change: { sealed: Buffer.alloc(64).toString('base64') } },
  { what: 'has no nonce', change: { nonce: '' } },
])('[U2.2] a bundle with a receipt that $what is damaged, and changes nothing', async ({ change }) => {
  using folder = temporaryFolder();
  await using both = await pair();
  const guideid = await addGuide(both.hub, both.admin);
  const ann = await deskPerson(both, 'ann', 'author');
  await both.round({ people: [ann] });
  await retitle(both.desk, guideid, ann.token, 'Changed at the desk');
  await sentByAnother(both, both.desk);
  const file = await exported(both.hub, join(folder.path, 'site'));
  const to = join(folder.path, 'other');
  await rewritten(both.hub, { file, to, receipts: (list) => list.map((one) => ({ ...one, ...change })) });
  const before = await everything(both.desk);
  await expect(taken(both.desk, to)).rejects.toThrow(`${to} is damaged. Nothing was changed.`);
  expect(await everything(both.desk)).toEqual(before);
  expect(await taken(both.desk, file)).toMatchObject({ arrived: 1 });
});

it('a picture of a bundle that is larger than a picture may be is not read', async () => {
  using folder = temporaryFolder();
  await using hub = testCore();
  const admin = await addUser(hub, 'admin@example.org', 'admin');
  const { image } = await hub.json<{ image: { id: number } }>('POST /user/media/images?file=a.png', {
    token: admin,
    body: new Uint8Array(await (await photo(900, 700)).png().toBuffer()),
  });
  await addGuide(hub, admin, { image: image.id });
  const file = await exported(hub, join(folder.path, 'site'));
  const to = join(folder.path, 'other');
  const bytes = limits.media.picture.max + MiB;
  await rewritten(hub, {
    file,
    to,
    more: bytes,
    files: (list) => list.map((one) => ({ ...one, offset: 19, bytes })),
  });
  await using desk = testCore({ profile: 'desk', site: 'http://later.test/api/2.0' });
  // The picture is damaged, which only reading it to its end would show.
  expect(await taken(desk, to)).toMatchObject({ guides: 1, pictures: 0 });
  await rewritten(hub, { file, to, more: MiB, files: (list) => list.map((one) => ({ ...one, offset: 19 })) });
  await expect(taken(desk, to)).rejects.toThrow(
    'cannot be read to its end: A part of the bundle is damaged.',
  );
});
