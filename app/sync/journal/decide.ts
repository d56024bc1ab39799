import { forbidden, invalid } from '../../../shared/errors.ts';
import type { Decision } from '../../../shared/model/journal.ts';
import { isAdmin, isLead } from '../../store/actor.ts';
import type { JournalEntry, Resolution } from '../../store/journal/entry.ts';
import type { StoreReader, StoreWriter } from '../../store/store.ts';
import { isProvisional } from '../../store/aliases/aliases.ts';
import type { ChangeKind } from '../../store/feed/feed.ts';
import { canPutBack, putBack } from './put-back.ts';
import { planNow } from '../push/reborn.ts';
import { editedDocument, storedVersion, versionsNow } from '../push/versions.ts';
import { noLongerShown } from '../removals.ts';
import type { Replayer } from '../replay.ts';

/** An entry whose fate the viewer may decide: their own, any for an admin, and for leads what somebody left who was shut out. */
export function requireOwn(s: StoreReader, entryid: string): JournalEntry {
  const entry = s.journal.require(entryid);
  const { viewer } = s;
  const isTheirs = viewer?.userid === entry.userid || viewer?.userid === entry.sender;
  const isLeft = entry.cause?.kind === 'shut-out' && isLead(viewer);
  if (!isAdmin(viewer) && !isTheirs && !isLeft)
    throw forbidden('Only who made this edit, or an admin, may decide about it.', ['Admin']);
  return entry;
}

/**
 * Settles the conflicts of a parked entry. What is taken from the person's side is sent with the next round; an entry
 * of which nothing is taken is discarded, and stays readable in the journal.
 *
 * @throws AppError `invalid` for an entry that has no conflict, and for a value that no site takes
 */
export function decide(
  s: StoreWriter,
  replayer: Replayer,
  entry: JournalEntry,
  { take, fields }: Decision,
): void {
  const conflicts = entry.cause?.conflicts;
  if ((fields['document'] ?? take) === 'mine' && canPutBack(s, entry)) return recreate(s, replayer, entry);
  if (entry.state !== 'parked' || !conflicts)
    throw invalid('entryid', `This edit has no conflict: it is ${entry.state}.`);
  const known = conflicts.map(({ field }) => field);
  const unknown = Object.keys(fields).find((field) => !known.includes(field));
  if (unknown !== undefined)
    throw invalid('fields', `${unknown} is not in conflict; ${known.join(', ')} is.`);
  const wish = fields['document'] ?? take;
  if (known.includes('document') && wish !== 'theirs')
    throw invalid(
      'fields',
      'document: the site does not have it any more. Take mine to make it there anew, or theirs.',
    );
  const decided: Resolution['fields'] = Object.fromEntries(
    conflicts.map(({ field, base, mine, theirs }) => {
      const chosen = fields[field] ?? take;
      const value = chosen === 'mine' ? mine : chosen === 'theirs' ? theirs : (chosen.value ?? null);
      if (value !== null && !isLike(value, [base, mine, theirs]))
        throw invalid(field, 'must be of the same form as what is in conflict');
      return [field, { theirs, value }];
    }),
  );
  // What was decided before about other fields holds, as long as the site's are the same.
  s.journal.resolve(entry, { fields: { ...entry.resolution?.fields, ...decided } });
  const now = s.journal.require(entry.entryid);
  const plan = planNow(s, now, versionsNow(s, now));
  if (plan.kind === 'nothing') return giveUp(s, replayer, entry);
  const isWritten = Object.values(fields).some((chosen) => typeof chosen === 'object');
  if (isWritten && plan.kind === 'send') replayer.requireTaken(plan);
  redrawTouched(s, replayer, entry);
  dropRemotes(s, [entry]);
}

/** Makes what an entry edits, or changed along, again, as it is shown here; the edits of it that waited are in it. */
export function recreate(
  s: StoreWriter,
  replayer: Replayer,
  entry: JournalEntry,
  document: ReturnType<typeof editedDocument> = editedDocument(s, entry),
): void {
  const giveUpAll = (entries: JournalEntry[]): void => {
    for (const one of entries) s.journal.setState(one, 'discarded');
    for (const [index, one] of entries.entries())
      redrawTouched(s, replayer, one, index === 0 ? undefined : editedDocument(s, one));
    dropRemotes(s, entries);
  };
  putBack(s, replayer, entry, giveUpAll, document);
}

/** Whether a value has the form of one of these, such as a list of objects: plans read what people decided. */
function isLike(value: unknown, known: readonly unknown[]): boolean {
  if (!known.some((one) => formOf(one) === formOf(value))) return false;
  const items = known.filter((one) => Array.isArray(one)).flat();
  return !Array.isArray(value) || value.every((item) => isLike(item, items));
}

const formOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;

const isWhole = ({ kind }: { kind: string }): boolean => kind === 'guide' || kind === 'wiki';

/**
 * What somebody left who was shut out is sent in the name of who decides so.
 *
 * @throws AppError `invalid` for an entry that is not set aside
 */
export function retry(s: StoreWriter, entry: JournalEntry): void {
  requireParked(entry);
  if (entry.cause?.kind === 'shut-out') {
    if (!s.viewer)
      throw invalid(
        'entryid',
        'Its author was shut out: a lead who is signed in sends it in their own name.',
      );
    s.journal.sendAs(entry, s.viewer.userid);
  }
  s.journal.setState(entry, 'pending');
}

/** Tries all edits again that a restored hub has lost. @returns how many */
export function retryLost(s: StoreWriter, isOwn: (entry: JournalEntry) => boolean): number {
  const lost = s.journal.lost().filter(isOwn);
  for (const entry of lost) retry(s, entry);
  return lost.length;
}

/** Gives up an edit that was set aside, and what builds on what it made. Their content stays in the journal. */
export function discard(s: StoreWriter, replayer: Replayer, entry: JournalEntry): void {
  requireParked(entry);
  giveUp(s, replayer, entry);
}

function giveUp(s: StoreWriter, replayer: Replayer, entry: JournalEntry): void {
  const lost = [entry, ...dependents(s, entry)];
  for (const one of lost) s.journal.setState(one, 'discarded');
  // What the first of them was based on is drawn last, and stays.
  for (const one of lost.toReversed()) redrawTouched(s, replayer, one);
  dropRemotes(s, lost);
}

function requireParked(entry: JournalEntry): void {
  if (entry.state !== 'parked')
    throw invalid('entryid', `Only an edit that was set aside can be decided; this is ${entry.state}.`);
}

/** Later edits of what this one made. */
function dependents(s: StoreReader, entry: JournalEntry): JournalEntry[] {
  const made = new Set(entry.issued.map(({ id }) => id));
  return s.journal
    .list(['pending', 'parked'], entry.sequence)
    .filter((later) => s.journal.touches(later.sequence).some(({ id }) => made.has(id)));
}

/**
 * What is shown here is drawn anew: the site's version with the edits that still stand.
 *
 * @param drawn what has been already
 */
export function redrawTouched(
  s: StoreWriter,
  replayer: Replayer,
  entry: JournalEntry,
  drawn?: { kind: string; id: number },
): void {
  const document = editedDocument(s, entry);
  // How a guide is drawn depends on its releases.
  const touches = s.journal.touches(entry.sequence).sort((a, b) => Number(isWhole(a)) - Number(isWhole(b)));
  for (const { kind, id } of touches) {
    if (kind === drawn?.kind && id === drawn.id) continue;
    if (kind !== 'guide' && kind !== 'wiki') replayer.redrawOther(s, entry, kind as ChangeKind, id);
    else if (document?.kind === kind && document.id === id) replayer.redraw(s, entry, kind, id);
    // It was changed along with something else, such as a release.
    else if (!document && !isProvisional(id) && s.sync.remote(kind, id) !== 'gone') {
      if (storedVersion(s, kind, id)) replayer.redraw(s, entry, kind, id);
    } else if (!s.journal.isPending(kind, id)) {
      // It stayed in sight for its edits only, of which this was the last.
      if (s.sync.remote(kind, id) === 'gone') s.sync.trash(kind, id, noLongerShown);
      else if (isProvisional(id) && kind === 'guide') s.guides.forget(id);
      else if (isProvisional(id)) s.wikis.forget(id);
    }
  }
}

/** What the site said of what these touched is forgotten where nothing waits any more, once all of them are drawn. */
export function dropRemotes(s: StoreWriter, entries: readonly JournalEntry[]): void {
  for (const { sequence } of entries)
    for (const { kind, id } of s.journal.touches(sequence))
      if (!s.journal.isPending(kind, id)) s.sync.dropRemote(kind, id);
}
