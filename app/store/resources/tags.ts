import { mayReadTags } from '../policy/tags.ts';
import { sql } from '../sql.ts';
import { isInTrash } from './resource.ts';
import type { SimpleResource } from './resource.ts';

export const tagsResource: SimpleResource<readonly string[]> = {
  text(s, id) {
    if (!mayReadTags(s, id)) return undefined;
    return JSON.stringify(id > 0 ? s.tags.ofGuide(id) : s.tags.ofWiki(-id));
  },
  lineMore: (s, id) => `,"tagids":${JSON.stringify(s.tags.tagids(id))}`,
  tellsAnonymousGone: true,
  numberedBy: { guide: 1, wiki: -1 },
  put(s, id, names, { tagids = [] }) {
    s.tags.setSiteIds(names, tagids);
    if (id > 0) s.tags.setForGuide(id, names);
    else s.tags.setForWiki(-id, names);
  },
  forget(s, id) {
    if (id > 0) s.tags.setForGuide(id, []);
    else s.tags.setForWiki(-id, []);
  },
  empty: [],
  waitsForGuide: (s, id) => id > 0 && isInTrash(s, id),
  here: sql`SELECT id FROM tagged WHERE kind = 'guide'`,
};
