import type { NotedPicture, PictureNote } from '../store/media/notes.ts';
import type { Store, StoreReader } from '../store/store.ts';
import { breathe } from './round.ts';

/** Guides whose covers are taken together: as many as can be sorted in memory without being felt. */
const coversAtOnce = 3_000;
/** Pictures entered in one transaction. */
const batchSize = 2_000;
/** Guides whose pictures are listed together, so that one after the other is complete. */
const guidesAtOnce = 50;

export interface Listing {
  store: Store;
  stopped(): boolean;
}

/** Enters the covers of guides that came into the lists of what to fetch: every list of guides shows them. */
export async function listCovers(listing: Listing): Promise<void> {
  while (await list(listing, 'cover', (s) => s.media.notes.uncovered(coversAtOnce)));
}

/** Enters all pictures of guides that somebody marked, opened or pinned. @returns false when there are no more */
export const listUrgent = (listing: Listing, pinned: readonly string[]): Promise<boolean> =>
  list(listing, 'drop', (s) => s.media.notes.urgent(guidesAtOnce, pinned));

/** Enters all pictures of the next guides. @returns false when there are no more */
export const listMore = (listing: Listing): Promise<boolean> =>
  list(listing, 'drop', (s) => s.media.notes.next(guidesAtOnce));

/** Guids are random: entered in their order, they do not write the lists all over. */
async function list(
  { store, stopped }: Listing,
  done: 'cover' | 'drop',
  next: (s: StoreReader) => PictureNote[],
): Promise<boolean> {
  if (stopped() || store.read(null, next).length === 0) return false;
  const notes = store.transact(null, (s) => {
    const found = next(s);
    for (const { guideid } of found) s.media.dropUses('guide', guideid);
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
        s.media.notes.enter(guideid, picture);
    });
    await breathe();
  }
  const guideids = notes.map(({ guideid }) => guideid);
  store.transact(null, (s) => s.media.notes[done](guideids));
  return true;
}
