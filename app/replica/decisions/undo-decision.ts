import { invalid } from '../../../shared/errors.ts';
import { packGuide } from '../../store/guides/document.ts';
import type { Cause } from '../../../shared/model/journal.ts';
import type { JournalEntry } from '../journal/entry.ts';
import { currentPage } from '../operations/comment.ts';
import type { ReplicaWriter } from '../replica.ts';
import { packWikiDocument } from '../../store/wikis/document.ts';
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
    keepSiteVersion(s, one);
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

/** Without pending edits the stored version is the site's. Keeps it, so that the entry is replayed on it instead of its old base. */
function keepSiteVersion(s: ReplicaWriter, entry: JournalEntry): void {
  const document = editedDocument(s, entry);
  if (!document || entry.state !== 'discarded') return;
  const { kind, id } = document;
  if (s.siteVersions.get(kind, id) !== undefined) return;
  const [next] = s.journal.pendingOf(kind, id);
  const before = next && s.journal.before(next.sequence, kind, id);
  const stored = storedVersion(s, kind, id);
  const packed = stored?.kind === 'guide' ? packGuide(stored.document) : stored && packWikiDocument(stored);
  s.siteVersions.set(kind, id, before ?? packed ?? 'gone');
}
