import { breathe } from './round.ts';
import type { Round } from './round.ts';

/** Guides taken together: as many as can be sorted in memory without being felt. */
const guidesAtOnce = 3_000;
/** Pictures entered in one transaction. */
const batchSize = 2_000;

/** Enters the pictures of stored guides into the lists of what to fetch, in the order of those lists (`notes.ts`). */
export async function listPictures({ store, stopped }: Round): Promise<void> {
  while (!stopped()) {
    const notes = store.read(null, (s) => s.media.notes.next(guidesAtOnce));
    if (notes.length === 0) return;
    store.transact(null, (s) => {
      for (const { guideid } of notes) s.media.setUses('guide', guideid, []);
    });
    const pictures = notes.flatMap(({ guideid, pictures }) =>
      pictures.map((picture) => ({ ...picture, guideid })),
    );
    pictures.sort((a, b) => (a.guid < b.guid ? -1 : a.guid > b.guid ? 1 : a.guideid - b.guideid));
    for (let from = 0; from < pictures.length; from += batchSize) {
      if (stopped()) return;
      store.transact(null, (s) => {
        for (const { role, guideid, ...image } of pictures.slice(from, from + batchSize)) {
          s.media.copies.putRemote(image, role);
          s.media.use('guide', guideid, image.guid);
        }
      });
      await breathe();
    }
    store.transact(null, (s) => s.media.notes.drop(notes.map(({ guideid }) => guideid)));
  }
}
