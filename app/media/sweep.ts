import type { Logger } from '../log.ts';
import type { Replica } from '../replica/replica.ts';
import type { MediaStorage } from './storage.ts';

const dayMs = 86_400_000;

/** Removes files without a row and remains of killed writes. Errors are logged, never thrown. */
export async function sweepMedia(
  store: Replica,
  media: MediaStorage,
  log: Logger,
  { stop, olderThanMs }: { stop?: AbortSignal; olderThanMs?: number } = {},
): Promise<void> {
  try {
    // The copy of a process of a shared site that had no requests does not know what others have stored.
    await store.catchUp();
    const swept = await media.sweep((sha256) => {
      stop?.throwIfAborted();
      return store.read(null, (s) => s.media.copies.isReferenced(sha256));
    }, olderThanMs);
    if (swept.orphans + swept.temporaries > 0) log.info(swept, 'removed media files that nothing uses');
  } catch (error) {
    if (!stop?.aborted) log.warn({ err: error }, 'media files that nothing uses could not be removed');
  }
}

/**
 * Sweeps a hub's files that are older than a week, now and every day, until it is stopped. A desk sweeps with its sync, and sooner:
 * its site has what it removes.
 */
export function sweepDaily(store: Replica, media: MediaStorage, log: Logger, stop: AbortSignal): void {
  const sweep = (): void => void sweepMedia(store, media, log, { stop, olderThanMs: 7 * dayMs });
  sweep();
  const timer = setInterval(sweep, dayMs).unref();
  stop.addEventListener('abort', () => clearInterval(timer));
}
