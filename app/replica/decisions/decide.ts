import { forbidden, invalid } from '../../../shared/errors.ts';
import { isTooLarge } from '../../../shared/model/journal.ts';
import type { Cause, Decision } from '../../../shared/model/journal.ts';
import { isDeactivated, mayDecide } from '../../store/policy/unsent-edits.ts';
import type { JournalEntry, Resolution } from '../journal/entry.ts';
import type { ReplicaReader, ReplicaWriter } from '../replica.ts';
import { forgetDecidedPages } from '../stray-pages.ts';
import { isProvisional } from '../../store/provisional-ids.ts';
import { detach } from './detach.ts';
import { dropRemotes, rebuildTouched } from './rebuild-touched.ts';
import { canPutBack, putBack } from './recreate-on-site.ts';
import type { StepIds } from './recreate-on-site.ts';
import { currentVersions, editedDocument, planEntry } from '../plan/plan-entry.ts';
import { buildsOnDiscarded, goneThereWords } from '../plan/plan.ts';
import type { Replayer } from '../rebase/replayer.ts';

/**
 * Returns an entry about which the viewer may decide: their own; any for an admin; for leads also those of deactivated people that wait for a decision.
 *
 * @throws AppError `forbidden` for others
 */
export function requireOwn(s: ReplicaReader, entryid: string): JournalEntry {
  const entry = s.journal.require(entryid);
  if (!mayDecide(s, entry))
    throw forbidden('Only the person who made this edit, or an admin, may decide about it.', ['Admin']);
  return entry;
}

/**
 * Stores a person's decision about a parked entry. Values that they keep are sent with the next round; an entry of which none is
 * kept is discarded and stays readable in the journal.
 *
 * @throws AppError `invalid` for an entry without a conflict, and for a value that no site accepts
 */
export function decide(
  s: ReplicaWriter,
  replayer: Replayer,
  given: JournalEntry,
  { take, fields }: Decision,
): void {
  const entry = takenOver(s, given);
  const conflicts = entry.cause?.conflicts;
  if ((fields['document'] ?? take) === 'mine' && canPutBack(s, entry))
    return recreateWithSteps(s, replayer, entry);
  if (entry.state !== 'parked' || !conflicts) throw invalid('entryid', 'This edit has no conflict any more.');
  const known = conflicts.map(({ field }) => field);
  const unknown = Object.keys(fields).find((field) => !known.includes(field));
  if (unknown !== undefined)
    throw invalid(
      'fields',
      `There is no conflict about ${unknown}. The conflict is about: ${known.join(', ')}.`,
    );
  const wish = fields['document'] ?? take;
  if (known.includes('document') && wish !== 'theirs')
    throw invalid(
      'fields',
      'document: the site no longer has it. Take mine to recreate it there, or theirs.',
    );
  const decided: Resolution['fields'] = Object.fromEntries(
    conflicts.map(({ field, base, mine, theirs }) => {
      const chosen = fields[field] ?? take;
      if (typeof chosen === 'object' && isTooLarge(theirs))
        throw invalid(field, 'is too large on the hub to be merged here. Take mine or theirs.');
      const value = chosen === 'mine' ? mine : chosen === 'theirs' ? theirs : (chosen.value ?? null);
      if (value !== null && !isLike(value, [base, mine, theirs]))
        throw invalid(field, 'must have the same shape as the value in conflict');
      return [field, { theirs, value }];
    }),
  );
  // Earlier decisions about other fields hold as long as the site's values are the same.
  s.journal.resolve(entry, { fields: { ...entry.resolution?.fields, ...decided } });
  const now = s.journal.require(entry.entryid);
  const plan = planEntry(s, now, currentVersions(s, now));
  if (plan.kind === 'nothing') return giveUp(s, replayer, entry);
  const isWritten = Object.values(fields).some((chosen) => typeof chosen === 'object');
  if (isWritten && plan.kind === 'send') replayer.requireTaken(plan);
  rebuildTouched(s, replayer, entry);
  dropRemotes(s, [entry]);
}

/** Makes the viewer send an edit of a deactivated person, who can no longer send it (SPEC A4). */
function takenOver(s: ReplicaWriter, entry: JournalEntry): JournalEntry {
  if (!s.viewer || !isDeactivated(s, entry.sender)) return entry;
  s.journal.sendAs(entry, s.viewer.userid);
  return { ...entry, sender: s.viewer.userid };
}

/** Why the edits are discarded that a recreated document contains. */
const goneThere = { kind: 'gone', message: goneThereWords } as const satisfies Cause;

/** Recreates a document. What belongs to the steps of a guide is recreated with it, or waits for the new steps (SPEC J7.9). */
function recreateWithSteps(s: ReplicaWriter, replayer: Replayer, entry: JournalEntry): void {
  const waiting = s.journal.list(['pending', 'parked']);
  const steps = recreate(s, replayer, entry);
  const made = recreateForms(s, replayer, entry, steps);
  const madeAgain = new Map([...steps].map(([old, id]) => [`step ${old}`, id]));
  const moved = new Set<number>();
  for (const { entryid } of waiting) {
    const now = s.journal.require(entryid);
    if (made.has(entryid) || (now.state !== 'pending' && now.state !== 'parked')) continue;
    const again = detach(s, replayer, now, {
      isLost: (kind, id) => kind === 'step' && steps.has(id),
      madeAgain,
      renamed: new Map([...steps].filter(([old]) => isProvisional(old))),
      moved,
      isRecreating: false,
      cause: goneThere,
    });
    if (again?.cause?.kind === 'gone') s.journal.setState(again, 'pending');
  }
}

/**
 * Recreates the forms of the site's steps as they are shown here. Their pending edits are part of them and are discarded. The forms of steps
 * that were made here are made by edits that wait.
 *
 * @returns the entryids of the discarded edits
 */
function recreateForms(
  s: ReplicaWriter,
  replayer: Replayer,
  { sender }: JournalEntry,
  steps: StepIds,
): ReadonlySet<string> {
  const discarded = new Set<string>();
  for (const [old, stepid] of steps) {
    const form = isProvisional(old) ? undefined : s.forms.ofStep(old);
    if (!form) continue;
    const pending = s.journal.pendingOf('form', old).filter(({ state }) => state !== 'sending');
    for (const one of pending) {
      s.journal.setState(one, 'discarded', goneThere);
      discarded.add(one.entryid);
    }
    const fields = form.fields.map(({ field_revisionid: _, ...field }) => field);
    replayer.acceptInNameOf(s, sender, {
      route: 'POST /step_forms/{stepid}',
      params: { stepid: String(stepid) },
      body: { fields },
    });
    for (const one of pending) rebuildTouched(s, replayer, one);
    dropRemotes(s, pending);
  }
  return discarded;
}

/**
 * Recreates the document that an entry edits, or changed as a side effect, as it is shown here. Its pending edits are part of it
 * and are discarded.
 *
 * @returns the ids of the recreated steps
 */
export function recreate(
  s: ReplicaWriter,
  replayer: Replayer,
  entry: JournalEntry,
  document: ReturnType<typeof editedDocument> = editedDocument(s, entry),
): StepIds {
  const giveUpAll = (entries: JournalEntry[]): void => {
    for (const one of entries) s.journal.setState(one, 'discarded', goneThere);
    for (const [index, one] of entries.entries())
      rebuildTouched(s, replayer, one, index === 0 ? undefined : editedDocument(s, one));
    dropRemotes(s, entries);
  };
  return putBack(s, replayer, entry, giveUpAll, document);
}

/** Returns whether a value has the same shape as one of these, such as a list of objects: planning reads decided values. */
function isLike(value: unknown, known: readonly unknown[]): boolean {
  if (!known.some((one) => formOf(one) === formOf(value))) return false;
  const items = known.filter((one) => Array.isArray(one)).flat();
  return !Array.isArray(value) || value.every((item) => isLike(item, items));
}

const formOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;

/**
 * Sends a parked entry again. One of a deactivated person is sent in the viewer's name.
 *
 * @throws AppError `invalid` for an entry that is not parked
 */
export function retry(s: ReplicaWriter, entry: JournalEntry): void {
  requireParked(entry);
  if (entry.cause?.kind === 'shut-out' && !s.viewer)
    throw invalid('entryid', 'Its author was deactivated. A lead can sign in and send it in their own name.');
  s.journal.setState(takenOver(s, entry), 'pending');
}

/** Retries all edits that a restored hub has lost. @returns how many */
export function retryLostEdits(s: ReplicaWriter, isOwn: (entry: JournalEntry) => boolean): number {
  const lost = s.journal.lost().filter(isOwn);
  for (const entry of lost) retry(s, entry);
  return lost.length;
}

/**
 * Discards a parked edit and the edits that depend on it. Their content stays in the journal.
 *
 * @throws AppError `invalid` for an entry that is not parked
 */
export function discard(s: ReplicaWriter, replayer: Replayer, entry: JournalEntry): void {
  requireParked(entry);
  giveUp(s, replayer, entry);
}

/** Discards an edit that was not sent, and the edits that depend on it. */
export function giveUp(s: ReplicaWriter, replayer: Replayer, entry: JournalEntry): void {
  const follow = dependents(s, entry);
  const lost = [entry, ...follow];
  s.journal.setState(entry, 'discarded');
  for (const one of follow)
    s.journal.setState(one, 'discarded', {
      kind: 'gone',
      message: buildsOnDiscarded,
      discardedWith: entry.entryid,
    });
  // In reverse, so that the base of the first edit is what remains.
  for (const one of lost.toReversed()) rebuildTouched(s, replayer, one);
  dropRemotes(s, lost);
  forgetDecidedPages(s);
}

function requireParked(entry: JournalEntry): void {
  if (entry.state !== 'parked') throw invalid('entryid', 'This edit no longer waits for a decision.');
}

/** Returns later edits of the things that this entry made. */
function dependents(s: ReplicaReader, entry: JournalEntry): JournalEntry[] {
  const made = new Set(entry.issued.map(({ id }) => id));
  return s.journal
    .list(['pending', 'parked'], entry.sequence)
    .filter((later) => s.journal.touches(later.sequence).some(({ id }) => made.has(id)));
}
