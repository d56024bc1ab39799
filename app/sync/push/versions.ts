import { unpackGuide } from '../../store/guides/document.ts';
import type { JournalEntry } from '../../store/journal/entry.ts';
import type { StoreReader } from '../../store/store.ts';
import { unpackWikiDocument } from '../../store/wikis/document.ts';
import { mergedKind } from './plan.ts';
import type { Version, Versions } from './plan.ts';

export type { Version };

type Kind = 'guide' | 'wiki';

/** The document that an entry edits, when it is of a kind that is merged. */
export function editedDocument(s: StoreReader, entry: JournalEntry): { kind: Kind; id: number } | undefined {
  const kind = mergedKind(entry.route);
  const id = kind && s.journal.touches(entry.sequence).find((touch) => touch.kind === kind)?.id;
  return kind && id !== undefined ? { kind, id } : undefined;
}

/** The versions to plan on: what the edit was based on, and the site's newest that is known here. */
export function versionsNow(s: StoreReader, entry: JournalEntry): Versions {
  const document = editedDocument(s, entry);
  if (!document) return {};
  const before = versionBefore(s, entry, document.kind, document.id);
  const remote = s.sync.remote(document.kind, document.id);
  if (remote === 'gone') return before ? { before } : {};
  const theirs = remote ? unpacked(s, document.kind, remote) : before;
  return { ...(before ? { before } : {}), ...(theirs ? { theirs } : {}) };
}

/** As it was before the edit: ids in it that the site has its own for are the site's. */
export function versionBefore(
  s: StoreReader,
  entry: JournalEntry,
  kind: Kind,
  id: number,
): Version | undefined {
  const packed = s.journal.before(entry.sequence, kind, id);
  return packed && unpacked(s, kind, packed);
}

/** The version of a document that is stored here: the site's, or the site's with edits applied. */
export function storedVersion(s: StoreReader, kind: Kind, id: number): Version | undefined {
  if (kind === 'guide') {
    const row = s.guides.row(id);
    return row && !row.deleted ? { kind, document: s.guides.working(id) } : undefined;
  }
  const row = s.wikis.row(id);
  return row && !row.deleted ? { kind, ...s.wikis.document(row) } : undefined;
}

export function unpacked(s: StoreReader, kind: Kind, packed: Buffer): Version {
  if (kind === 'guide') return { kind, document: s.aliases.resolve(unpackGuide(packed)) };
  return { kind, ...s.aliases.resolve(unpackWikiDocument(packed)) };
}
