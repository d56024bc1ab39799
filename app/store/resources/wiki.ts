import { wasPublicWiki } from '../policy/feed.ts';
import type { Resource } from './resource.ts';

export const wikiResource: Resource = {
  text(s, id) {
    const row = s.wikis.row(id);
    return row && !row.deleted && s.wikis.maySee(row) ? s.wikis.answer(row) : undefined;
  },
  // The document contains no size or markup of its image.
  picturesNamed: (s, id) => s.media.uses('wiki', id),
  tellsAnonymousGone: wasPublicWiki,
  pathHere(s, id) {
    const row = s.wikis.row(id);
    const isHere = row?.deleted === 0 || s.journal.isPending('wiki', id);
    return row && isHere ? `/wikis/${row.namespace}/${encodeURIComponent(row.title)}` : undefined;
  },
};
