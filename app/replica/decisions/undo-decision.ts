import { invalid } from '../../../shared/errors.ts';
import type { Cause } from '../../../shared/model/journal.ts';
import { isProvisional } from '../../store/provisional-ids.ts';
import { isSimpleKind } from '../../store/resources/kinds.ts';
import type { ResourceKind } from '../../store/resources/kinds.ts';
import { documentBefore } from '../journal/document-before.ts';
import type { JournalEntry } from '../journal/entry.ts';
import { currentPage } from '../operations/comment.ts';
import { ReplicaWriter } from '../replica.ts';
import { editedDocument, storedVersion } from '../plan/plan-entry.ts';
import type { Replayer } from '../rebase/replayer.ts';
import { rebuildTouched } from './rebuild-touched.ts';

/**
 * Undoes a decision that was not sent: the entry is parked again with its conflicts, also if the decision discarded it. Edits that were
 * discarded with it are as they were before.
 *
 * @throws AppError `invalid` for an entry that was not decided, or was sent since
 */
export function undoDecision(s: ReplicaWriter, replayer: Replayer, entry: JournalEntry): void {
  const cause = decidedCause(s, entry);
  if (!cause) throw invalid('entryid', 'This decision can no longer be undone.');
  const followed = entry.state === 'discarded' ? s.journal.discardedWith(entry) : [];
  for (const one of [entry, ...followed]) {
    if (one.state === 'discarded') followPage(s, one);
    keepSiteVersions(s, one);
  }
  s.journal.undoDecision(entry, cause);
  for (const one of followed) {
    const before = s.journal.events(one.sequence).at(-2);
    s.journal.bringBack(one, before?.state ?? 'pending', before?.cause ?? null);
  }
  for (const one of [entry, ...followed]) rebuildTouched(s, replayer, one);
}

/**
 * Returns the cause that was decided about, if nothing has happened to the entry since. What a decision did not discard itself has another
 * cause (SPEC J7.18).
 */
function decidedCause(s: ReplicaWriter, { state, sequence, resolution }: JournalEntry): Cause | undefined {
  if (!resolution || (state !== 'pending' && state !== 'discarded')) return undefined;
  const events = s.journal.events(sequence);
  if (state === 'discarded' && events.at(-1)?.cause) return undefined;
  const [parked, decided] = (state === 'discarded' ? events.slice(0, -1) : events).slice(-2);
  return decided?.state === 'pending' && parked?.cause?.conflicts ? parked.cause : undefined;
}

/** If the page of an edit was replaced by another with its title, the edit is one of that page (SPEC J7.5). */
function followPage(s: ReplicaWriter, entry: JournalEntry): void {
  const document = editedDocument(s, entry);
  const page = document?.kind === 'wiki' ? currentPage(s, document.id) : undefined;
  if (document && page && page.wikiid !== document.id) s.journal.movePage(document.id, page.wikiid);
}

/**
 * Without pending edits the stored versions are the site's. Keeps those of what a discarded entry touched, so that it is replayed on them
 * instead of its old base.
 */
function keepSiteVersions(s: ReplicaWriter, entry: JournalEntry): void {
  if (entry.state !== 'discarded') return;
  const document = editedDocument(s, entry);
  for (const { kind, id } of s.journal.touches(entry.sequence)) {
    const isEdited = kind === document?.kind && id === document.id;
    if (!(isEdited || isSimpleKind(kind)) || s.siteVersions.get(kind, id) !== undefined) continue;
    const [next] = s.journal.pendingOf(kind, id);
    const before = next && s.journal.before(next.sequence, kind, id);
    const here = next && isSimpleKind(kind) ? undefined : storedHere(s, kind, id);
    const site = before ?? here ?? (isProvisional(id) ? undefined : 'gone');
    if (site !== undefined) s.siteVersions.set(kind, id, site);
  }
}

/** Returns what is stored, also of what the person who decides may not see; `undefined` for a document in the trash. */
function storedHere(s: ReplicaWriter, kind: ResourceKind, id: number): Buffer | undefined {
  if (!isSimpleKind(kind) && !storedVersion(s, kind, id)) return undefined;
  const all = new ReplicaWriter(s.db, s.viewer && { ...s.viewer, role: 'admin' }, s.now);
  return documentBefore(all, kind, id) ?? undefined;
}
