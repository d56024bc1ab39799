import type { Wiki } from '../../../shared/model/wiki.ts';
import type { StoreWriter } from '../../store/store.ts';
import { forgetUnknown, isNotedUnknown } from '../../store/sync/unknown.ts';
import type { Round } from '../round.ts';
import { foundWiki } from './probe.ts';
import { planNow } from './reborn.ts';
import { settle } from './settle.ts';

/**
 * A page has come from a site of others under the title of one that was made here and whose answer was lost. While its
 * author's token is refused, nobody asks for it (J8); but a title is one page's, and edits of others wait in it.
 *
 * @returns whether it was, and so is stored
 */
export function settleArrived(round: Round, s: StoreWriter, wiki: Wiki): boolean {
  const here = s.wikis.madeHere(wiki);
  const entry = here && s.journal.creationOf('wiki', here.wikiid);
  if (entry?.state !== 'sending' || !isNotedUnknown(s, entry.entryid)) return false;
  const plan = planNow(s, entry, {});
  if (plan.kind !== 'send') return false;
  const found = foundWiki(s, entry, plan, wiki);
  if (found.kind !== 'arrived') return false;
  settle(round, s, entry, found.sent, found.answer);
  forgetUnknown(s, entry.entryid);
  round.counts.pushed += 1;
  return true;
}
