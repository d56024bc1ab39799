import type { Cause } from '../../../shared/model/journal.ts';
import type { JournalEntry } from '../../replica/journal/entry.ts';
import { currentVersions, editedDocument, planEntry } from '../../replica/plan/plan-entry.ts';
import { decisionOn } from '../../replica/plan/plan.ts';
import type { ReplicaReader } from '../../replica/replica.ts';
import type { Round } from '../round.ts';
import { fetchCurrent } from './fetch-current.ts';

/**
 * Parks an edit that conflicts with the hub's version, or that the hub refused, unless a person has decided about that version or refusal (SPEC
 * U6.6, U6.8). An edit of a guide or page is planned here on the version that its author sees; for others the desk keeps no versions.
 *
 * @param cause as the desk found it that tried to send the edit
 */
export async function takeConflict(
  round: Round,
  entryid: string,
  token: string,
  cause: Cause,
): Promise<void> {
  const { store, log } = round;
  const given = store.read(null, (s) => s.journal.require(entryid));
  if (!isUndecided(given)) return;
  const { put } = await fetchCurrent(round, given, token);
  store.transact(null, (s) => {
    const entry = s.journal.require(entryid);
    if (!isUndecided(entry)) return;
    put(s);
    const found = conflictNow(s, entry, cause);
    if (!found) return;
    s.journal.setState(entry, 'parked', found);
    log.warn({ entryid, route: entry.route }, 'the hub did not carry out an edit from a file');
  });
}

const isUndecided = ({ state }: JournalEntry): boolean => state === 'pending' || state === 'sending';

function conflictNow(s: ReplicaReader, entry: JournalEntry, cause: Cause): Cause | undefined {
  if (cause.kind !== 'conflict') {
    const isKnown = s.journal.events(entry.sequence).some((event) => event.cause?.tried === cause.tried);
    return isKnown ? undefined : cause;
  }
  if (editedDocument(s, entry)) {
    const plan = planEntry(s, entry, currentVersions(s, entry));
    return plan.kind === 'conflict'
      ? { ...cause, message: plan.message, conflicts: plan.conflicts }
      : undefined;
  }
  const isOpen = cause.conflicts?.some(({ field, theirs }) => !decisionOn(entry, field, theirs));
  return isOpen ? cause : undefined;
}
