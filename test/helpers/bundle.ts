import { generateKeyPairSync } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

import { BundleReader, BundleWriter } from '../../app/bundle/bundle-file.ts';
import { exportBundle } from '../../app/bundle/export-bundle.ts';
import type { ExportOptions } from '../../app/bundle/export-bundle.ts';
import { importBundle } from '../../app/bundle/import-bundle.ts';
import { packLines } from '../../app/bundle/packed-lines.ts';
import { bundleFile, sealedReceipt } from '../../shared/model/bundle.ts';
import type { BundleFile, BundleManifest, SealedReceipt } from '../../shared/model/bundle.ts';
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

/** Exports a bundle of a running hub. @param now returns the hub's clock, UNIX seconds @returns the bundle's path */
export async function exported(
  hub: TestCore,
  file: string,
  options: Partial<ExportOptions> = {},
  now?: () => number,
): Promise<string> {
  const looking = new Replica({ dataDir: hub.dataDir, purpose: 'look', ...(now && { now }) });
  try {
    await exportBundle(looking, hub.ctx.media, file, { pictures: 'all', log, ...options });
  } finally {
    looking.close();
  }
  return file;
}

/**
 * Writes a bundle again, signed by its hub: with other lines in its feed, receipts or list of files, or a snapshot of other tables. Its
 * pictures are left out, and `more` zeros stand at its beginning.
 */
export async function rewritten(
  hub: TestCore,
  change: {
    file: string;
    to: string;
    feed?: (lines: string[]) => string[];
    receipts?: (list: SealedReceipt[]) => SealedReceipt[];
    files?: (list: BundleFile[]) => BundleFile[];
    more?: number;
    schema?: number;
  },
): Promise<void> {
  const key = hub.ctx.store.read(null, hubKey);
  if (!key) throw new Error('the hub has no key');
  const privateKey = readPrivateKey(key.privateKey);
  const bundle = new BundleReader(change.file);
  const { feed, snapshot, receipts, files, signature, ...facts } = bundle.manifest;
  const text = zstdDecompressSync(bundle.part(feed)).toString();
  const lines = Buffer.from((change.feed?.(text.split('\n')) ?? [text]).join('\n'));
  const sealed = linesOf(zstdDecompressSync(bundle.part(receipts)).toString()).map((line) =>
    sealedReceipt.parse(JSON.parse(line)),
  );
  const listed = linesOf(zstdDecompressSync(bundle.part(files)).toString()).map((line) =>
    bundleFile.parse(JSON.parse(line)),
  );
  const others = change.files?.(listed) ?? listed;
  const writer = await BundleWriter.create(change.to);
  try {
    await writer.add(Buffer.alloc(change.more ?? 0));
    await writer.finish(
      {
        ...facts,
        feed: { ...(await writer.add(zstdCompressSync(lines))), unpackedBytes: lines.length },
        snapshot: {
          ...signedManifest({ ...snapshot, schema: change.schema ?? snapshot.schema }, privateKey),
          offset: (await writer.add(bundle.part(snapshot))).offset,
        },
        receipts: await writer.add(packLines(change.receipts?.(sealed) ?? sealed)),
        files: { ...(await writer.add(packLines(others))), count: others.length },
      },
      privateKey,
    );
  } finally {
    await writer.close();
    bundle.close();
  }
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

/** The packed parts of a bundle, without its manifest. */
export interface BundleParts {
  feed: Uint8Array;
  /** Announced length of the feed. */
  unpackedBytes: number;
  snapshot: Uint8Array;
  receipts: Uint8Array;
  files: Uint8Array;
}

/** Writes a bundle that someone with a key of their own has made, as of a hub that no desk knows. */
export async function forged(
  to: string,
  parts: Partial<BundleParts>,
  facts: Partial<BundleManifest> = {},
): Promise<string> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const nothing = packLines([]);
  const {
    feed = nothing,
    unpackedBytes = 0,
    snapshot = nothing,
    receipts = nothing,
    files = nothing,
  } = parts;
  const siteid = 'forged';
  const made = { schema: 0, sequence: 1, stamp: 'a', guides: 0, wikis: 0, unpackedBytes: 1, siteid };
  const writer = await BundleWriter.create(to);
  try {
    const part = await writer.add(snapshot);
    await writer.finish(
      {
        product: 'Benchside bundle',
        version: 2,
        siteid,
        name: 'Forged',
        key: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
        made: 1_700_000_000,
        history: [{ sequence: 1, stamp: 'a' }],
        guides: 0,
        wikis: 0,
        pictures: 'none',
        feed: { ...(await writer.add(feed)), unpackedBytes },
        snapshot: {
          ...signedManifest({ ...made, bytes: part.bytes, sha256: part.sha256 }, privateKey),
          offset: part.offset,
        },
        receipts: await writer.add(receipts),
        files: { ...(await writer.add(files)), count: 0 },
        ...facts,
      },
      privateKey,
    );
  } finally {
    await writer.close();
  }
  return to;
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
