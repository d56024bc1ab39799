import { sql } from '../sql.ts';
import type { WriteAccess } from '../access.ts';
import { recordContent } from '../guides/record-belongings.ts';
import { belongings } from '../resources/belongings.ts';
import { resourceKinds } from '../resources/kinds.ts';

/**
 * Hub: records all restricted content in the feed again, because a person's role and with it their access changed. Each
 * reader then gets the document or a tombstone.
 */
export function republishRestricted(s: WriteAccess): void {
  if (s.meta.isDesk) return;
  for (const kind of resourceKinds) {
    const { restricted } = belongings[kind];
    const rows = restricted ? s.db.all(sql<{ id: number }>`${restricted}`) : [];
    for (const { id } of rows) {
      s.feed.record(kind, id);
      if (kind === 'guide') recordContent(s, id);
    }
  }
}

const pagesRepublishedKey = 'pictures-of-pages-told';

/** Hub, once: records all pages with pictures in the feed again. Earlier versions did not report which pictures their texts show. */
export function republishPictures(s: WriteAccess): void {
  if (s.meta.get(pagesRepublishedKey)) return;
  for (const { id } of s.db.all(sql<{ id: number }>`SELECT DISTINCT m.id
     FROM media_use m JOIN wiki w ON w.wikiid = m.id AND w.deleted = 0 WHERE m.kind = 'wiki'`))
    s.feed.record('wiki', id);
  s.meta.set(pagesRepublishedKey, true);
}
