import type { StoreWriter } from '../store.ts';
import { packWikiDocument, unpackWikiDocument } from './document.ts';
import type { WikiDocument } from './document.ts';
import type { WikiRow } from './rows.ts';

const kind = 'wiki_behind';

/** Desk: shows a page made here instead of the site's page with the same title. The site's page returns when the other is removed. */
export function showInPlaceOf(s: StoreWriter, made: WikiRow, site: WikiDocument): void {
  s.sync.setRemote(kind, site.body.wikiid, packWikiDocument(site));
  s.wikis.put(s.wikis.document(made), { keepRevision: false });
}

/** Forgets the covered version, because the site changed or removed the page. */
export const forgetBehind = (s: StoreWriter, wikiid: number): void => s.sync.dropRemote(kind, wikiid);

/** Shows the site's page again after the page made here was removed. */
export function showBehind(
  s: StoreWriter,
  { namespace, title, langid }: Pick<WikiRow, 'namespace' | 'title' | 'langid'>,
): void {
  const row = s.db.oneSql<{ wikiid: number; checked_date: number | null }>(
    `SELECT w.wikiid, w.checked_date FROM remote r CROSS JOIN wiki w ON w.wikiid = r.id
     WHERE r.kind = ? AND w.namespace = ? AND w.title = ? AND w.langid = ? ORDER BY w.wikiid DESC LIMIT 1`,
    [kind, namespace, title, langid],
  );
  const body = row && s.sync.remote(kind, row.wikiid);
  if (!row || !(body instanceof Buffer)) return;
  forgetBehind(s, row.wikiid);
  s.wikis.put(unpackWikiDocument(body), {
    keepRevision: false,
    ...(row.checked_date === null ? {} : { checked: row.checked_date }),
  });
}
