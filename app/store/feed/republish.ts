import { sql } from '../sql.ts';
import type { Query } from '../sql.ts';
import type { WriteAccess } from '../access.ts';
import { recordContent } from '../guides/record-belongings.ts';

/**
 * Hub: records all restricted content in the feed again, because a person's role and with it their access changed. Each
 * reader then gets the document or a tombstone.
 */
export function republishRestricted(s: WriteAccess): void {
  if (s.meta.isDesk) return;
  const ids = (query: Query<{ id: number }>): number[] => s.db.all(query).map(({ id }) => id);
  for (const id of ids(
    sql`SELECT guideid AS id FROM guide WHERE deleted = 0
       AND (public = 0 OR guideid IN (SELECT guideid FROM guide_draft))`,
  )) {
    s.feed.record('guide', id);
    recordContent(s, id);
  }
  for (const id of ids(sql`SELECT wikiid AS id FROM wiki WHERE private = 1 AND deleted = 0`)) {
    s.feed.record('wiki', id);
    s.feed.record('tags', -id);
  }
  for (const id of ids(sql`SELECT commentid AS id FROM comment WHERE status = 'private'`))
    s.feed.record('comment', id);
  for (const id of ids(sql`SELECT entryid AS id FROM work_log`)) s.feed.record('entry', id);
  for (const id of ids(sql`SELECT assignmentid AS id FROM assignment`)) s.feed.record('assignment', id);
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
