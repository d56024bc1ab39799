import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

import { BundleReader, BundleWriter } from '../../app/bundle/bundle-file.ts';
import { exportBundle } from '../../app/bundle/export-bundle.ts';
import type { ExportOptions } from '../../app/bundle/export-bundle.ts';
import { importBundle } from '../../app/bundle/import-bundle.ts';
import type { ImportedBundle } from '../../shared/model/carry.ts';
import { readPrivateKey } from '../../app/ed25519.ts';
import { createLog } from '../../app/log.ts';
import { Replica } from '../../app/replica/replica.ts';
import { signedManifest } from '../../app/snapshot-signature.ts';
import { hubKey } from '../../app/store/site-key.ts';
import { testCore } from './core.ts';
import type { TestCore } from './core.ts';
import { engineOf, signInAt } from './pair.ts';
import type { Pair } from './pair.ts';
import { stick } from './stick.ts';

const log = createLog('bundle', 'fatal');

/** Exports a bundle of a running hub. @returns its path */
export async function exported(
  hub: TestCore,
  file: string,
  options: Partial<ExportOptions> = {},
): Promise<string> {
  const looking = new Replica({ dataDir: hub.dataDir, purpose: 'look' });
  try {
    await exportBundle(looking, hub.ctx.media, file, { pictures: 'all', log, ...options });
  } finally {
    looking.close();
  }
  return file;
}

/** Writes a bundle without pictures again, signed by its hub: with other lines in its feed, or a snapshot of other tables. */
export async function rewritten(
  hub: TestCore,
  change: { file: string; to: string; feed?: (lines: string[]) => string[]; schema?: number },
): Promise<void> {
  const key = hub.ctx.store.read(null, hubKey);
  if (!key) throw new Error('the hub has no key');
  const privateKey = readPrivateKey(key.privateKey);
  const bundle = new BundleReader(change.file);
  const { feed, snapshot, receipts, files, signature, ...facts } = bundle.manifest;
  const text = zstdDecompressSync(bundle.part(feed)).toString();
  const lines = Buffer.from((change.feed?.(text.split('\n')) ?? [text]).join('\n'));
  const writer = await BundleWriter.create(change.to);
  try {
    await writer.finish(
      {
        ...facts,
        feed: { ...(await writer.add(zstdCompressSync(lines))), unpackedBytes: lines.length },
        snapshot: {
          ...signedManifest({ ...snapshot, schema: change.schema ?? snapshot.schema }, privateKey),
          offset: (await writer.add(bundle.part(snapshot))).offset,
        },
        receipts: await writer.add(bundle.part(receipts)),
        files: { ...(await writer.add(bundle.part(files))), count: files.count },
      },
      privateKey,
    );
  } finally {
    await writer.close();
    bundle.close();
  }
}

export const taken = (desk: TestCore, file: string): Promise<ImportedBundle> =>
  importBundle({ ...desk.ctx, site: desk.ctx.config.site }, file);

export const retitle = async (
  core: TestCore,
  guideid: number,
  token: string,
  title: string,
): Promise<void> => {
  const { revisionid } = await core.json<{ revisionid: number }>(`GET /guides/${guideid}`, { token });
  await core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json: { title } });
};

/** Sends Ann's edits of a desk by another one, which has them from a stick. @returns how many have arrived at the hub */
export async function sentByAnother(both: Pair, desk: TestCore): Promise<number> {
  using usb = stick();
  await usb.save(desk);
  await using courier = testCore({ profile: 'desk', site: both.net.url });
  const people = [await signInAt(courier, 'ann')];
  const engine = engineOf(courier, both.net.url);
  await engine.round({ people });
  await usb.take(courier);
  return (await engine.round({ people })).round.pushed ?? 0;
}
