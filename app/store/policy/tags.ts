import { guideRow } from '../guides/rows.ts';
import { wikiRow } from '../wikis/rows.ts';
import type { ReadAccess } from '../access.ts';
import { mayReadGuide, readableGuides } from './guides.ts';
import type { Condition } from './guides.ts';
import { mayReadWiki, readableWikis } from './wikis.ts';

/** Returns whether the viewer may read the tagged document. @param id guideid, or negative wikiid, as in the feed */
export function mayReadTags(s: ReadAccess, id: number): boolean {
  if (id > 0) {
    const guide = guideRow(s, id);
    return guide !== undefined && mayReadGuide(s, guide);
  }
  const wiki = wikiRow(s, -id);
  return wiki !== undefined && mayReadWiki(s, wiki);
}

/** Returns SQL that holds for tags `tag` of a document that the viewer may read. */
export function readableTags(s: ReadAccess): Condition {
  const used = 'SELECT 1 FROM tagged d';
  const [guides, wikis] = [readableGuides(s.viewer), readableWikis(s)];
  return {
    sql: `(EXISTS (${used} CROSS JOIN guide g ON g.guideid = d.id
             WHERE d.tagid = tag.tagid AND d.kind = 'guide' AND ${guides.sql})
           OR EXISTS (${used} CROSS JOIN wiki w ON w.wikiid = d.id
             WHERE d.tagid = tag.tagid AND d.kind = 'wiki' AND ${wikis.sql}))`,
    parameters: { ...guides.parameters, ...wikis.parameters },
  };
}
