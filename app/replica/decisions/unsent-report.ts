import { isProvisional } from '../../store/provisional-ids.ts';
import type { ReplicaWriter } from '../replica.ts';
import type { Replayer } from '../rebase/replayer.ts';
import { giveUp } from './decide.ts';

/**
 * Discards the viewer's unsent reports of a flag, because they withdraw them (SPEC J9.4).
 *
 * @returns whether that was all; otherwise the withdrawal is an edit of its own
 */
export function discardUnsentReports(
  s: ReplicaWriter,
  { guideid, flagid }: { guideid: number; flagid: string },
  replayer: () => Replayer,
): boolean {
  // A guide made here would be rebuilt from a version of the site that does not exist.
  if (isProvisional(guideid)) return false;
  const waiting = s.journal
    .pendingOf('guide', guideid)
    .filter(
      ({ route, params, userid }) =>
        route.endsWith(' /benchside/guides/{guideid}/flags/{flagid}') &&
        params['flagid'] === flagid &&
        userid === s.viewer?.userid,
    );
  const isUnsent = waiting.every(({ route, state }) => route.startsWith('PUT ') && state !== 'sending');
  if (waiting.length === 0 || !isUnsent) return false;
  for (const entry of waiting) giveUp(s, replayer(), entry);
  return true;
}
