import type { Logger } from '../log.ts';
import type { Replica } from '../replica/replica.ts';
import type { MediaFiles } from './files.ts';

/** Removes files without a row and remains of killed writes. Errors are logged, never thrown. */
export async function sweepMedia(store: Replica, media: MediaFiles, log: Logger): Promise<void> {
  try {
    const swept = await media.sweep((sha256) => store.read(null, (s) => s.media.copies.isReferenced(sha256)));
    if (swept.orphans + swept.temporaries > 0) log.info(swept, 'removed media files that nothing uses');
  } catch (error) {
    log.warn({ err: error }, 'media files could not be swept');
  }
}
