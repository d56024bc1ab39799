import { mayReadTags } from '../policy/tags.ts';
import { sql } from '../sql.ts';
import type { TaggedDocument } from '../tags/tagged-document.ts';
import { isInTrash, numbered } from './resource.ts';
import type { SimpleResource } from './resource.ts';

const numberedBy = { guide: 1, wiki: -1 } as const;

const taggedDocument = (id: number): TaggedDocument => numbered(numberedBy, id) ?? { kind: 'guide', id };

export const tagsResource: SimpleResource<readonly string[]> = {
  text(s, id) {
    const document = taggedDocument(id);
    return mayReadTags(s, document) ? JSON.stringify(s.tags.of(document)) : undefined;
  },
  lineMore: (s, id) => `,"tagids":${JSON.stringify(s.tags.tagids(taggedDocument(id)))}`,
  tellsAnonymousGone: true,
  numberedBy,
  put(s, id, names, { tagids = [] }) {
    s.tags.setSiteIds(names, tagids);
    s.tags.set(taggedDocument(id), names);
  },
  forget: (s, id) => s.tags.set(taggedDocument(id), []),
  empty: [],
  waitsForGuide(s, id) {
    const document = taggedDocument(id);
    return document.kind === 'guide' && isInTrash(s, document.id);
  },
  here: sql`SELECT id FROM tagged WHERE kind = 'guide'`,
};
