import type { JournalEntry } from '../../store/journal/entry.ts';
import type { StoreReader } from '../../store/store.ts';
import type { WikiRow } from '../../store/wikis/rows.ts';
import type { Plan } from './plan.ts';

/** The page itself, or the site's page that has its title since it was deleted. */
export function currentPage(s: StoreReader, wikiid: number): WikiRow | undefined {
  const row = s.wikis.row(wikiid);
  if (!row?.deleted) return row;
  const { namespace, title, langid } = row;
  const page = s.wikis.find(namespace, title, langid);
  return page?.title === title && page.langid === langid && page.wikiid > 0 ? page : undefined;
}

/**
 * A comment on a page that was deleted and made again goes to the new page. A reply to a comment of the old page becomes a
 * comment by itself.
 */
export function withCurrentPage(s: StoreReader, { route, params }: JournalEntry, plan: Plan): Plan {
  const { context, contextid } = params;
  if (plan.kind !== 'send' || route !== 'POST /comments/{context}/{contextid}') return plan;
  if (context !== 'wiki' && context !== 'info') return plan;
  const page = currentPage(s, Number(contextid));
  if (!page || page.wikiid === Number(contextid)) return plan;
  const { parentid, ...body } = plan.body as { text: string; parentid?: number | null };
  const isReplyThere = parentid && s.comments.target(parentid)?.wikiid === page.wikiid;
  return {
    ...plan,
    params: { ...params, contextid: String(page.wikiid) },
    body: isReplyThere ? { ...body, parentid } : body,
  };
}
