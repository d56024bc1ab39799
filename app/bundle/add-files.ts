import type { BundleFile, BundlePart } from '../../shared/model/bundle.ts';
import type { ImageSize } from '../../shared/model/image.ts';
import { unlessAbsent } from '../disk-error.ts';
import { variants } from '../media/imaging.ts';
import type { MediaStorage } from '../media/storage.ts';
import type { Replica } from '../replica/replica.ts';
import type { FileSize, WantedFile } from '../store/media/copies.ts';
import { siteFileAddress } from '../sync/file-address.ts';
import { listCovers, listMore } from '../sync/list-pictures.ts';
import { offlineOrigin } from '../sync/offline-round.ts';
import type { Round } from '../sync/round.ts';
import type { BundleWriter } from './bundle-file.ts';

interface Source {
  hub: Replica;
  media: MediaStorage;
  writer: BundleWriter;
  scope: 'all' | 'opened';
}

/** Pictures looked up at once. */
const batchSize = 200;

/** Adds the files that a desk wants after it has read the feed, each content once. @returns the list of them */
export async function addFiles(round: Round, source: Source): Promise<BundleFile[]> {
  const { store } = round;
  const { hub, scope } = source;
  await listCovers(round);
  while (await listMore(round));
  const first = scope === 'all' ? [] : hub.read(null, (s) => s.views.guidesOpened());
  const added = new Adding(source);
  const next = (): WantedFile[] =>
    store.read(null, (s) => s.media.copies.nextWanted({ limit: batchSize, maxAttempts: 1, scope, first }));
  for (let batch = next(); batch.length > 0; batch = next()) {
    for (const { size, addresses } of batch) {
      const [address] = addresses;
      const url = address === undefined ? undefined : siteFileAddress(address, round);
      if (url?.origin === offlineOrigin) await added.picture(url.pathname, size);
    }
    store.transact(null, (s) => {
      for (const { guid, size } of batch) s.media.copies.markFailed(guid, size, 'It is in the bundle.');
    });
  }
  if (scope !== 'all') return added.files;
  for (;;) {
    const [wanted] = store.read(null, (s) => s.media.files.nextWanted(1, 1));
    if (!wanted) return added.files;
    const url = siteFileAddress(wanted.remote, round);
    if (url?.origin === offlineOrigin) await added.document(url.pathname, wanted.guid);
    store.transact(null, (s) => s.media.files.markFailed(wanted.guid, 'It is in the bundle.'));
  }
}

class Adding {
  readonly files: BundleFile[] = [];
  private readonly source: Source;
  /** Parts by the hash of their content at the hub, so that one content is written once. */
  private readonly parts = new Map<string, BundlePart>();

  constructor(source: Source) {
    this.source = source;
  }

  /** @param path as in `/igi/lid.medium` */
  async picture(path: string, size: FileSize): Promise<void> {
    const { hub } = this.source;
    const guid = /^\/igi\/([\w-]{1,64})(?:\.\w+)?$/.exec(path)?.[1];
    if (guid === undefined) return;
    const [file, original] = hub.read(null, ({ media: { copies } }) => [
      copies.fileOf(guid, size) ?? copies.filesNear(guid, size)[0],
      copies.fileOf(guid, 'original'),
    ]);
    if (!file) return;
    const isSize = size !== 'original' && size !== 'source';
    if (file.size === size || !original || !isSize) return this.stored(path, file);
    const name = `${original.sha256}.${size}`;
    if (!this.parts.has(name)) {
      const made = await this.sizeOf(original, size);
      // A size that cannot be made is replaced by the nearest one, as the hub does.
      if (made === undefined) return this.stored(path, file);
      this.parts.set(name, await this.source.writer.add(made));
    }
    this.list(path, original.mime, name);
  }

  async document(path: string, guid: string): Promise<void> {
    const found = this.source.hub.read(null, (s) => s.media.files.find(guid));
    if (found?.sha256) await this.stored(path, { sha256: found.sha256, mime: found.mime });
  }

  private async stored(path: string, { sha256, mime }: { sha256: string; mime: string }): Promise<void> {
    if (!this.parts.has(sha256)) {
      const bytes = await this.read(sha256);
      if (!bytes) return;
      this.parts.set(sha256, await this.source.writer.add(bytes));
    }
    this.list(path, mime, sha256);
  }

  private async sizeOf(
    { sha256, mime }: { sha256: string; mime: string },
    size: ImageSize,
  ): Promise<Uint8Array | undefined> {
    const bytes = await this.read(sha256);
    if (!bytes) return undefined;
    const [made] = await variants({ bytes, mime }, [size]);
    return made?.bytes;
  }

  /** Returns a stored file; `undefined` if it was deleted meanwhile. */
  private read(sha256: string): Promise<Buffer | undefined> {
    return unlessAbsent(this.source.media.read(sha256));
  }

  private list(path: string, mime: string, name: string): void {
    const part = this.parts.get(name);
    if (part) this.files.push({ path, mime, ...part });
  }
}
