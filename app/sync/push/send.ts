import type { JournalEntry } from '../../replica/journal/entry.ts';
import { RemoteError } from '../remote.ts';
import type { SiteAnswer } from '../remote.ts';
import type { Round } from '../round.ts';
import { withEditTime, withoutTime } from './edit-time.ts';
import { operationOf } from '../../replica/operations/index.ts';
import { OtherHistory } from './outcomes.ts';
import type { Sent } from '../../replica/plan/plan.ts';
import { uploadOf } from './upload.ts';

/** Number of pauses that are waited for while sending one edit, and the longest in milliseconds. For more, the round ends. */
const maxPauses = 3;
const longestPauseMs = 5_000;

/**
 * Sends an edit as planned under its own idempotency key, and waits when the site asks for a pause. The edit is stored as
 * `sending` before: without an answer, the next round finds out whether it arrived.
 *
 * @throws RemoteError when there is no answer
 */
export async function sendEdit(
  round: Round,
  entry: JournalEntry,
  plan: Sent,
  token: string,
): Promise<SiteAnswer> {
  const json = round.hub ? withEditTime(round, plan, entry) : withoutTime(plan.body);
  const upload = await uploadOf(round, entry, plan);
  const sent = upload ?? { plan, body: { json } };
  const request = { ...requestOf(sent.plan), token, key: entry.entryid, body: sent.body };
  const { route, params, query } = plan;
  const isPart = !upload && operationOf(route).concurrent;
  const part = isPart ? { route, params, query, body: json } : undefined;
  for (let pauses = 0; ; pauses += 1) {
    try {
      const answer = await round.batches.send({ entry, request, part });
      if (!round.hub || answer.status !== 412) return answer;
      round.store.transact(null, (s) => s.journal.setState(entry, 'pending'));
      throw new OtherHistory();
    } catch (error) {
      if (!(error instanceof RemoteError) || error.kind !== 'throttled') throw error;
      round.store.transact(null, (s) => s.journal.setState(entry, 'pending'));
      const { retryAfterMs = 0 } = error;
      if (pauses === maxPauses || retryAfterMs > longestPauseMs || round.stopped()) throw error;
      await round.clock.sleep(retryAfterMs);
    }
  }
}

/** Returns method and path of a planned request, as in `PATCH`, `/guides/7?revisionid=12`. */
function requestOf({ route, params, query }: Sent): { method: string; path: string } {
  const [method = '', template = ''] = route.split(' ');
  const path = template.replace(/\{([^}]+)\}/g, (_whole, name: string) =>
    encodeURIComponent(params[name.replace(/\W.*$/, '')] ?? ''),
  );
  const search = new URLSearchParams(query).toString();
  return { method, path: search === '' ? path : `${path}?${search}` };
}
