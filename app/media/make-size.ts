import type { Context } from '../context.ts';
import type { FileSize } from '../store/media/copies.ts';
import type { Store } from '../store/store.ts';
import { variants } from './imaging.ts';

/** Sizes that are being made, by guid and size: a page that shows a picture twice asks twice. */
const making = new WeakMap<Store, Map<string, Promise<void>>>();

/**
 * Makes one size of a picture that a hub keeps as its original only, as it does with those of a fixture. It is stored, so
 * this happens once. Does nothing where the size is here, or its original is not.
 */
export async function makeSize(ctx: Context, guid: string, size: FileSize): Promise<void> {
  if (ctx.config.profile !== 'hub' || size === 'original') return;
  const { original, made } = ctx.store.read(null, ({ media: { copies } }) => ({
    original: copies.fileOf(guid, 'original'),
    made: copies.fileOf(guid, size),
  }));
  if (!original || made) return;
  const running = making.get(ctx.store) ?? new Map<string, Promise<void>>();
  making.set(ctx.store, running);
  const name = `${guid}.${size}`;
  const before = running.get(name);
  if (before) return before;
  const job = make(ctx, guid, size, original).finally(() => running.delete(name));
  running.set(name, job);
  return job;
}

/** What goes wrong leaves the nearest size to be served, as on a full disk. */
async function make(
  { store, media, log }: Context,
  guid: string,
  size: Exclude<FileSize, 'original'>,
  { sha256, mime }: { sha256: string; mime: string },
): Promise<void> {
  try {
    const bytes = await media.read(sha256);
    for (const variant of await variants({ bytes, mime }, [size])) {
      const file = await media.write(variant.bytes);
      store.transact(null, (s) => {
        // The picture may have been deleted meanwhile.
        if (s.media.copies.fileOf(guid, 'original'))
          s.media.copies.putFile(guid, size, { ...file, mime: variant.mime });
      });
    }
  } catch (error) {
    log.warn({ err: error, guid, size }, 'a size of a picture could not be made');
  }
}
