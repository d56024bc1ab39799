import type { JournalEntry } from '../journal/entry.ts';
import { guideRestoration } from '../operations/guide.ts';
import { editedDocument, storedVersion } from '../plan/plan-entry.ts';
import type { Replayer } from '../rebase/replayer.ts';
import type { ReplicaWriter } from '../replica.ts';
import { isProvisional } from '../../store/provisional-ids.ts';
import { isMergedKind, isSimpleKind } from '../../store/resources/kinds.ts';
import { noLongerShown } from '../trash.ts';

/**
 * Rebuilds all resources that an entry touched: the site's version with the edits that still wait.
 *
 * @param drawn a resource that was rebuilt already
 */
export function rebuildTouched(
  s: ReplicaWriter,
  replayer: Replayer,
  entry: JournalEntry,
  drawn?: { kind: string; id: number },
): void {
  const document = editedDocument(s, entry);
  // Guides come last, because how they are rebuilt depends on their releases.
  const touches = s.journal
    .touches(entry.sequence)
    .sort((a, b) => Number(isMergedKind(a.kind)) - Number(isMergedKind(b.kind)));
  for (const { kind, id } of touches) {
    if (kind === drawn?.kind && id === drawn.id) continue;
    if (isSimpleKind(kind)) replayer.rebuildSimple(s, entry, kind, id);
    if (!isMergedKind(kind)) continue;
    if (document?.kind === kind && document.id === id) replayer.rebuild(s, entry, kind, id);
    // It was changed as a side effect, for example of a release.
    else if (!document && !isProvisional(id) && s.siteVersions.get(kind, id) !== 'gone') {
      // Nothing has come from the site since the guide was restored here, so it does not have the guide.
      const isRestored = entry.route === guideRestoration && s.siteVersions.get(kind, id) === undefined;
      if (isRestored && s.journal.isPending(kind, id)) s.siteVersions.set(kind, id, 'gone');
      else if (isRestored) s.trash.put(kind, id, noLongerShown);
      else if (storedVersion(s, kind, id)) replayer.rebuild(s, entry, kind, id);
    } else if (!s.journal.isPending(kind, id)) {
      // It stayed visible only for its edits, and this was the last one.
      if (s.siteVersions.get(kind, id) === 'gone') s.trash.put(kind, id, noLongerShown);
      else if (isProvisional(id) && kind === 'guide') s.guides.forget(id);
      else if (isProvisional(id)) s.wikis.forget(id);
    }
  }
}

/** Drops the site's versions of touched resources without pending edits. To be called when all are rebuilt. */
export function dropRemotes(s: ReplicaWriter, entries: readonly JournalEntry[]): void {
  for (const { sequence } of entries)
    for (const { kind, id } of s.journal.touches(sequence))
      if (!s.journal.isPending(kind, id)) s.siteVersions.drop(kind, id);
}
