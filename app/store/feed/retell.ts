import type { StoreWriter } from '../store.ts';

/**
 * Hub: tells anew of all that not everybody sees, because somebody's role has changed, and with it what they may see. To
 * whom it is shown, or shown no more, each reader of the feed is told when they read it.
 */
export function retellRestricted(s: StoreWriter): void {
  if (s.meta.isDesk) return;
  const ids = (sql: string): number[] => s.db.allSql<{ id: number }>(sql).map(({ id }) => id);
  for (const id of ids(
    `SELECT guideid AS id FROM guide WHERE deleted = 0
       AND (public = 0 OR guideid IN (SELECT guideid FROM guide_draft))`,
  )) {
    s.feed.record('guide', id);
    s.guides.recordAll(id);
  }
  for (const id of ids('SELECT wikiid AS id FROM wiki WHERE private = 1 AND deleted = 0')) {
    s.feed.record('wiki', id);
    s.feed.record('tags', -id);
  }
  for (const id of ids("SELECT commentid AS id FROM comment WHERE status = 'private'"))
    s.feed.record('comment', id);
  for (const id of ids('SELECT entryid AS id FROM work_log')) s.feed.record('entry', id);
}
