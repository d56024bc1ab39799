import { AppError } from '../../shared/errors.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';
import type { FileSize } from '../store/media/copies.ts';
import type { ImageFile } from '../store/media/media.ts';
import type { Replica } from '../replica/replica.ts';
import type { MediaStorage } from './storage.ts';
import { fromWebp, variants } from './imaging.ts';
import { inTurns } from './turns.ts';

type Size = Exclude<FileSize, 'source'>;

/** The largest pictures take some seconds. */
const closingMs = 5_000;

/** Makes sizes of pictures of which a hub stores only the original, or its source, as from a fixture. */
export class PictureSizes {
  private readonly config: Config;
  private readonly store: Replica;
  private readonly media: MediaStorage;
  private readonly log: Logger;
  /** Running jobs by guid and size: a page that shows a picture twice requests it twice. */
  private readonly running = new Map<string, Promise<void>>();
  private readonly turn = inTurns(2);
  private isClosing = false;
  private isClosed = false;

  constructor(parts: { config: Config; store: Replica; media: MediaStorage; log: Logger }) {
    this.config = parts.config;
    this.store = parts.store;
    this.media = parts.media;
    this.log = parts.log;
  }

  /**
   * Makes a size and stores it. Does nothing if the size is here, or nothing to make it from.
   *
   * @throws AppError `unavailable` if the hub closes before the size is made
   */
  async make(guid: string, size: Size): Promise<void> {
    if (this.config.profile !== 'hub') return;
    let from = this.lacking(guid, size);
    if (from?.size === 'source' && size !== 'original') {
      await this.make(guid, 'original');
      from = this.lacking(guid, size);
    }
    // The original could not be made, so the source is served as the nearest size.
    if (!from || (from.size === 'source') !== (size === 'original')) return;
    const name = `${guid}.${size}`;
    const made = from;
    const job =
      this.running.get(name) ??
      this.turn(() => this.makeNow(guid, size, made)).finally(() => this.running.delete(name));
    this.running.set(name, job);
    return job;
  }

  /** Waits some seconds at most for the sizes in progress. */
  async close(): Promise<void> {
    this.isClosing = true;
    const enough = Promise.withResolvers<void>();
    const timer = setTimeout(enough.resolve, closingMs);
    await Promise.race([Promise.allSettled(this.running.values()), enough.promise]);
    clearTimeout(timer);
    this.isClosed = true;
  }

  /** Returns the file to make a missing size from; undefined if the size is here or there is no such file. */
  private lacking(guid: string, size: Size): ImageFile | undefined {
    return this.store.read(null, ({ media: { copies } }) =>
      copies.fileOf(guid, size)
        ? undefined
        : (copies.fileOf(guid, 'original') ?? copies.fileOf(guid, 'source')),
    );
  }

  /** Logs errors, such as a full disk: the nearest size is then served. */
  private async makeNow(guid: string, size: Size, from: ImageFile): Promise<void> {
    if (this.isClosing) throw closing();
    try {
      const bytes = await this.media.read(from.sha256);
      const made =
        size === 'original' ? [await fromWebp(bytes)] : await variants({ bytes, mime: from.mime }, [size]);
      for (const { bytes, mime } of made) {
        const file = await this.media.write(bytes);
        this.store.transact(null, (s) => {
          // The picture may have been deleted meanwhile.
          if (s.media.copies.fileOf(guid, from.size)) s.media.copies.putFile(guid, size, { ...file, mime });
        });
      }
    } catch (error) {
      if (this.isClosed) throw closing();
      this.log.warn({ err: error, guid, size }, 'a size of a picture could not be made');
    }
  }
}

const closing = (): AppError =>
  new AppError('unavailable', 'This hub is shutting down. Try again after it has restarted.');
