import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { invariant } from '../../shared/assert.ts';
import { snapshotManifest } from '../../shared/model/snapshot.ts';
import type { SnapshotManifest } from '../../shared/model/snapshot.ts';
import { isAbsent } from '../disk-error.ts';
import { readPrivateKey } from '../ed25519.ts';
import type { Logger } from '../log.ts';
import { moduleBeside } from '../module-beside.ts';
import { makeOwnFolder } from '../owner-only.ts';
import { inOwnProcess } from '../own-process.ts';
import type { ProcessWork } from '../own-process.ts';
import { changeCounts } from '../store/feed/change-counts.ts';
import type { Replica } from '../replica/replica.ts';
import { signedManifest } from '../snapshot-signature.ts';
import { hasPoint } from '../store/feed/epochs.ts';
import { migrations } from '../store/migrations/index.ts';
import { hubKey } from '../store/site-key.ts';
import { writeWhole } from '../whole-file.ts';
import { packedName } from './made-snapshot.ts';
import type { MadeSnapshot } from './made-snapshot.ts';

export interface SnapshotRules {
  /** Guides from which a hub makes snapshots; fewer are read by the feed in a second. */
  fromGuides: number;
  /** Lines of the feed since the last snapshot, as a share of its guides, that make it worth a new one. */
  changedShare: number;
  /** Seconds between the ends of two attempts. */
  everySeconds: number;
  /** Makes a snapshot; in a process of its own unless given. */
  make: (hubDir: string, folder: string) => Making;
}

type Making = ProcessWork<MadeSnapshot>;

const usual: SnapshotRules = {
  fromGuides: 500,
  changedShare: 0.1,
  everySeconds: 3600,
  make: (...args) => inOwnProcess(moduleBeside(import.meta.url, 'snapshot-process'), args),
};

export interface OfferedSnapshot {
  manifest: SnapshotManifest;
  file: string;
}

const manifestName = 'manifest.json';

/**
 * The snapshot of a hub: the database of a desk that has just read all that everybody may read (SPEC S). It is made only after a
 * desk read the feed from its beginning.
 */
export class HubSnapshots {
  private readonly store: Replica;
  private readonly log: Logger;
  private readonly rules: SnapshotRules;
  private readonly folder: string;
  private stored: SnapshotManifest | undefined;
  private making: (Making & { ended: Promise<void> }) | undefined;
  /** Monotonic milliseconds. */
  private lastEnd = Number.NEGATIVE_INFINITY;

  constructor(parts: { store: Replica; log: Logger; rules: Partial<SnapshotRules> | undefined }) {
    this.store = parts.store;
    this.log = parts.log;
    this.rules = { ...usual, ...parts.rules };
    this.folder = join(this.store.dataDir, 'snapshot');
    this.stored = this.load();
  }

  /** Returns the snapshot, if there is one of this history of the hub and of this version of its tables. */
  offered(): OfferedSnapshot | undefined {
    const manifest = this.stored;
    if (manifest?.schema !== migrations.length) return undefined;
    const isOfThis = this.store.read(null, (s) => manifest.siteid === s.meta.siteid && hasPoint(s, manifest));
    return isOfThis ? { manifest, file: this.fileOf(manifest) } : undefined;
  }

  /** Notes that a desk begins, so a snapshot is of use. Starts making one unless the present one is good enough. */
  noteFirstRead(): void {
    const { fromGuides, changedShare, everySeconds } = this.rules;
    if (this.making || performance.now() < this.lastEnd + everySeconds * 1000) return;
    const present = this.offered()?.manifest;
    const isWorth = this.store.read(null, (s) =>
      present
        ? s.feed.sequence - present.sequence > changedShare * present.guides
        : (changeCounts(s, 0).guide ?? 0) >= fromGuides,
    );
    if (!isWorth) return;
    const folder = join(this.folder, 'making');
    rmSync(folder, { recursive: true, force: true });
    makeOwnFolder(this.folder);
    mkdirSync(folder);
    const making = this.rules.make(this.store.dataDir, folder);
    this.making = { ...making, ended: this.finish(making, folder) };
  }

  private async finish({ result }: Making, folder: string): Promise<void> {
    try {
      this.keep(await result, join(folder, packedName));
    } catch (error) {
      this.log.warn({ err: error }, 'a snapshot for new desks could not be made');
    } finally {
      rmSync(folder, { recursive: true, force: true });
      this.lastEnd = performance.now();
      this.making = undefined;
    }
  }

  /** Resolves when no snapshot is being made. */
  async settled(): Promise<void> {
    await this.making?.ended;
  }

  async close(): Promise<void> {
    this.making?.stop();
    await this.settled();
  }

  private keep(made: MadeSnapshot, packed: string): void {
    const { siteid = '', key } = this.store.read(null, (s) => ({ siteid: s.meta.siteid, key: hubKey(s) }));
    invariant(key, 'a hub has a key');
    const manifest = signedManifest({ ...made, siteid }, readPrivateKey(key.privateKey));
    renameSync(packed, this.fileOf(manifest));
    writeWhole(join(this.folder, manifestName), JSON.stringify(manifest));
    this.stored = manifest;
    for (const name of readdirSync(this.folder))
      if (name.endsWith('.zst') && join(this.folder, name) !== this.fileOf(manifest))
        rmSync(join(this.folder, name));
    const { sequence, guides, bytes } = manifest;
    this.log.info({ sequence, guides, bytes }, 'a snapshot for new desks was made');
  }

  private fileOf({ sha256 }: SnapshotManifest): string {
    return join(this.folder, `${sha256}.zst`);
  }

  /** Returns the stored manifest, if its file is there whole. Anything else is made again. */
  private load(): SnapshotManifest | undefined {
    try {
      const text = readFileSync(join(this.folder, manifestName), 'utf8');
      const manifest = snapshotManifest.parse(JSON.parse(text));
      return statSync(this.fileOf(manifest)).size === manifest.bytes ? manifest : undefined;
    } catch (error) {
      if (!isAbsent(error)) this.log.warn({ err: error }, 'the stored snapshot cannot be used');
      return undefined;
    }
  }
}
