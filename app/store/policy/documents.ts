import { guideRow } from '../guides/rows.ts';
import { wikiRow } from '../wikis/rows.ts';
import type { ReadAccess } from '../access.ts';
import { mayReadGuide } from './guides.ts';
import { mayReadWiki } from './wikis.ts';

/** Returns whether a person may read a guide or, if no guide is named, a page. */
export function mayReadDocument(
  s: ReadAccess,
  { guideid, wikiid }: { guideid?: number | null | undefined; wikiid?: number | null | undefined },
  viewer = s.viewer,
): boolean {
  if (guideid != null) {
    const guide = guideRow(s, guideid);
    return guide !== undefined && mayReadGuide(s, guide, viewer);
  }
  const wiki = wikiid == null ? undefined : wikiRow(s, wikiid);
  return wiki !== undefined && mayReadWiki(s, wiki, viewer);
}
