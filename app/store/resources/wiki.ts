import { withoutPicturesInTexts } from '../media/facts.ts';
import { wasPublicWiki } from '../policy/feed.ts';
import { coveredKind } from '../replica-parts.ts';
import { listOf, sql } from '../sql.ts';
import type { StoreReader } from '../aggregates.ts';
import type { Resource } from './resource.ts';

export const wikiResource: Resource = {
  text(s, id) {
    const row = s.wikis.row(id);
    return row && !row.deleted && s.wikis.maySee(row) ? s.wikis.feedText(row) : undefined;
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
    const isHere =
      row?.deleted === 0 ||
      s.journal.isPending('wiki', id) ||
      s.siteVersions.get(coveredKind, id) !== undefined;
    return row && isHere ? s.wikis.pathOf(row) : undefined;
  },
};

/** Returns the pages that everybody sees, and sees alike. */
const withoutSecrets = (s: StoreReader, ids: readonly number[]): number[] =>
  s.db
    .all(sql<{ wikiid: number }>`SELECT wikiid FROM wiki
     WHERE wikiid IN ${listOf(ids)} AND deleted = 0 AND private = 0`)
    .map(({ wikiid }) => wikiid);
