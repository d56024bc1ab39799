import type { NotedPicture, PictureNote } from '../store/media/picture-notes.ts';
import type { Replica, ReplicaReader } from '../replica/replica.ts';
import { yieldToEventLoop } from './round.ts';

/** Guides whose covers are listed together: as many as can be sorted in memory quickly. */
const coversAtOnce = 3_000;
/** Pictures listed in one transaction. */
const batchSize = 2_000;
/** Guides whose pictures are listed together; a small number lets one guide after the other become complete. */
const guidesAtOnce = 50;

export interface Listing {
  store: Replica;
  stopped(): boolean;
}

/** Lists the covers of newly pulled guides for download first, because every list of guides shows them. */
export async function listCovers(listing: Listing): Promise<void> {
  while (await list(listing, 'cover', (s) => s.media.pictureNotes.uncovered(coversAtOnce)));
}

/**
 * Lists all pictures of guides that are favorites, were opened or are pinned.
 *
 * @returns false when there are no more
 */
export const listUrgent = (listing: Listing, pinned: readonly string[]): Promise<boolean> =>
  list(listing, 'drop', (s) => s.media.pictureNotes.urgent(guidesAtOnce, pinned));

/** Lists all pictures of the next guides. @returns false when there are no more */
export const listMore = (listing: Listing): Promise<boolean> =>
  list(listing, 'drop', (s) => s.media.pictureNotes.next(guidesAtOnce));

/** Inserts in the order of the guids: they are random, and unsorted inserts would write all over the index. */
async function list(
  { store, stopped }: Listing,
  done: 'cover' | 'drop',
  next: (s: ReplicaReader) => PictureNote[],
): Promise<boolean> {
  if (stopped() || store.read(null, next).length === 0) return false;
  const notes = store.transact(null, (s) => {
    const found = next(s);
    for (const { guideid } of found) s.media.setUses('guide', guideid, []);
    return found;
  });
  const pictures = notes.flatMap((note) =>
    note.pictures.map((picture): [number, NotedPicture] => [note.guideid, picture]),
  );
  pictures.sort(([a, { guid: first }], [b, { guid: second }]) =>
    first < second ? -1 : first > second ? 1 : a - b,
  );
  for (let from = 0; from < pictures.length; from += batchSize) {
    if (stopped()) return false;
    store.transact(null, (s) => {
      for (const [guideid, picture] of pictures.slice(from, from + batchSize))
        s.media.pictureNotes.enter(guideid, picture);
    });
    await yieldToEventLoop();
  }
  const guideids = notes.map(({ guideid }) => guideid);
  store.transact(null, (s) => s.media.pictureNotes[done](guideids));
  return true;
}
