import type { Wiki } from '../../../shared/model/wiki.ts';
import type { ReplicaWriter } from '../../replica/replica.ts';
import { forgetUnknown, isNotedUnknown } from '../../replica/unknown-outcomes.ts';
import type { Round } from '../round.ts';
import { complete } from './complete.ts';
import { foundPage } from '../../replica/operations/wiki.ts';
import { planEntry } from '../../replica/plan/plan-entry.ts';

/**
 * Completes the creation of a page here if its answer was lost and a third-party site now has a page with its title. While the
 * author's token is refused the edit is not probed (SPEC J8), but other people's edits wait for the page.
 *
 * @returns whether it was completed, and the page is stored with it
 */
export function completeArrived(round: Round, s: ReplicaWriter, wiki: Wiki): boolean {
  const here = s.wikis.provisionalPage(wiki);
  const entry = here && s.journal.creationOf('wiki', here.wikiid);
  if (entry?.state !== 'sending' || !isNotedUnknown(s, entry.entryid)) return false;
  const plan = planEntry(s, entry, {});
  if (plan.kind !== 'send') return false;
  const found = foundPage(s, entry, plan, wiki);
  if (found.kind !== 'arrived') return false;
  complete(round, s, entry, found.sent, found.answer);
  forgetUnknown(s, entry.entryid);
  round.counts.pushed += 1;
  return true;
}
