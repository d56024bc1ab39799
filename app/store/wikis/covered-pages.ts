import { coveredKind } from '../replica-parts.ts';
import type { PageName } from '../replica-parts.ts';
import type { StoreWriter } from '../aggregates.ts';
import { packWikiDocument, unpackWikiDocument } from './document.ts';
import type { StoredWiki } from './document.ts';

/**
 * Desk: stores the site's page by `store`. A page made here with the same title stays visible instead (SPEC J7.15); the site's page returns
 * when that one is removed.
 */
export function putBelow(s: StoreWriter, site: StoredWiki, store: () => void): void {
  const made = s.wikis.shownProvisionalPage(site.body);
  store();
  if (!made || made.wikiid === site.body.wikiid) return;
  if (!s.wikis.row(site.body.wikiid)?.deleted)
    s.siteVersions.set(coveredKind, site.body.wikiid, packWikiDocument(site));
  s.wikis.put(s.wikis.document(made), { keepRevision: false });
}

/**
 * Desk: covers the site's page of this title, if it has one, so that a page that another desk made can be shown instead. A page of which
 * edits wait here stays.
 */
export function cover(s: StoreWriter, name: PageName): void {
  const wikiid = s.wikis.namesake({ wikiid: 0, ...name });
  const row = wikiid === undefined ? undefined : s.wikis.row(wikiid);
  if (!row || s.journal.isPending('wiki', row.wikiid)) return;
  s.siteVersions.set(coveredKind, row.wikiid, packWikiDocument(s.wikis.document(row)));
  s.wikis.hide(row.wikiid);
  s.feed.record('wiki', row.wikiid, true);
}

/** Forgets the covered version, because the site changed or removed the page. */
export const forgetCovered = (s: StoreWriter, wikiid: number): void =>
  s.siteVersions.drop(coveredKind, wikiid);

/** Shows the site's page again after the page made here was removed. */
export function uncover(s: StoreWriter, name: PageName): void {
  const row = s.siteVersions.coveredPage(name);
  const body = row && s.siteVersions.get(coveredKind, row.wikiid);
  if (!row || !(body instanceof Buffer)) return;
  forgetCovered(s, row.wikiid);
  s.wikis.put(unpackWikiDocument(body), {
    keepRevision: false,
    ...(row.checked_date === null ? {} : { checked: row.checked_date }),
  });
}
