import { guideRow } from '../guides/rows.ts';
import { sql } from '../sql.ts';
import type { SqlPart } from '../sql.ts';
import type { TaggedDocument } from '../tags/tagged-document.ts';
import { wikiRow } from '../wikis/rows.ts';
import type { ReadAccess } from '../access.ts';
import { mayReadGuide, readableGuides } from './guides.ts';
import { mayReadWiki, readableWikis } from './wikis.ts';

/** Returns whether the viewer may read a tagged document. */
export function mayReadTags(s: ReadAccess, { kind, id }: TaggedDocument): boolean {
  if (kind === 'guide') {
    const guide = guideRow(s, id);
    return guide !== undefined && mayReadGuide(s, guide);
  }
  const wiki = wikiRow(s, id);
  return wiki !== undefined && mayReadWiki(s, wiki);
}

/** Returns SQL that holds for tags `tag` of a document that the viewer may read. */
export const readableTags = (s: ReadAccess): SqlPart =>
  sql`(EXISTS (SELECT 1 FROM tagged d CROSS JOIN guide g ON g.guideid = d.id
             WHERE d.tagid = tag.tagid AND d.kind = 'guide' AND ${readableGuides(s.viewer)})
           OR EXISTS (SELECT 1 FROM tagged d CROSS JOIN wiki w ON w.wikiid = d.id
             WHERE d.tagid = tag.tagid AND d.kind = 'wiki' AND ${readableWikis(s)}))`;
