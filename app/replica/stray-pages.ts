import type { ReplicaReader, ReplicaWriter } from './replica.ts';

/**
 * Deletes pages that edits here made as a side effect and that did not come from the site: the edit was discarded, or the site
 * made no page. A page with pending comments or tags stays until they are decided (SPEC J11.8). To be called when the site was read.
 */
export function forgetStrayPages(s: ReplicaWriter): void {
  for (const wikiid of s.wikis.provisionalPageIds()) {
    if (s.journal.isPending('wiki', wikiid)) continue;
    if (hasPendingParts(s, wikiid)) s.siteVersions.set('wiki', wikiid, 'gone');
    else forget(s, wikiid);
  }
}

/** Deletes those pages that stayed only for edits which are decided now. */
export function forgetDecidedPages(s: ReplicaWriter): void {
  for (const wikiid of s.wikis.provisionalPageIds())
    if (
      s.siteVersions.get('wiki', wikiid) === 'gone' &&
      !s.journal.isPending('wiki', wikiid) &&
      !hasPendingParts(s, wikiid)
    )
      forget(s, wikiid);
}

function forget(s: ReplicaWriter, wikiid: number): void {
  s.wikis.forget(wikiid);
  s.siteVersions.drop('wiki', wikiid);
}

const hasPendingParts = (s: ReplicaReader, wikiid: number): boolean =>
  s.journal.isPending('tags', -wikiid) ||
  s.comments.idsOfPage(wikiid).some((commentid) => s.journal.isPending('comment', commentid));
