import { withoutPicturesInTexts } from '../media/facts.ts';
import { wasPublicWiki } from '../policy/feed.ts';
import { listOf, sql } from '../sql.ts';
import type { StoreReader } from '../aggregates.ts';
import type { Resource } from './resource.ts';

export const wikiResource: Resource = {
  text(s, id) {
    const row = s.wikis.row(id);
    return row && !row.deleted && s.wikis.maySee(row) ? s.wikis.answer(row) : undefined;
  },
  sameForAll: (s, ids) =>
    withoutPicturesInTexts(s, withoutSecrets(s, ids), (id) => {
      const row = s.wikis.row(id);
      return row ? JSON.stringify(s.wikis.document(row).body) : '';
    }),
  // The document contains no size or markup of its image.
  picturesNamed: (s, id) => s.media.uses('wiki', id),
  tellsAnonymousGone: wasPublicWiki,
  pathHere(s, id) {
    const row = s.wikis.row(id);
    const isHere = row?.deleted === 0 || s.journal.isPending('wiki', id);
    return row && isHere ? `/wikis/${row.namespace}/${encodeURIComponent(row.title)}` : undefined;
  },
};

/**
 * Returns public pages of which nothing is for some readers only: a category lists its private guides to some, and may be above or
 * below a private page, if the site has any.
 */
const withoutSecrets = (s: StoreReader, ids: readonly number[]): number[] =>
  s.db
    .all(sql<{
      wikiid: number;
    }>`SELECT w.wikiid FROM wiki w WHERE w.wikiid IN ${listOf(ids)} AND w.deleted = 0
     AND NOT EXISTS (SELECT 1 FROM wiki o WHERE o.private = 1 AND o.deleted = 0)
     AND NOT (w.namespace = 'CATEGORY' AND EXISTS (SELECT 1 FROM guide g
       WHERE g.category = w.title AND g.deleted = 0 AND g.public = 0))`)
    .map(({ wikiid }) => wikiid);
