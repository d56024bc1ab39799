import { resourceOf } from '../../store/resources/index.ts';
import { jsonOf } from '../../store/resources/resource.ts';
import type { ResourceKind } from '../../store/resources/kinds.ts';
import { sql } from '../../store/sql.ts';
import type { StoredRow } from '../../store/sql.ts';
import type { StoreReader } from '../../store/aggregates.ts';
import { packWikiDocument } from '../../store/wikis/document.ts';

/** Returns the document before the edit: packed for kinds that are merged, JSON of others to restore it on a discard. */
export function documentBefore(s: StoreReader, kind: ResourceKind, id: number): Buffer | null {
  if (kind === 'views') return null;
  if (kind !== 'guide' && kind !== 'wiki') {
    // Who starts a job changes assigned work that they may not see.
    const text = kind === 'assignment' ? jsonOf(s.assignments.row(id)) : resourceOf(kind).text(s, id);
    return text === undefined ? null : Buffer.from(text);
  }
  if (kind === 'wiki') {
    const row = s.wikis.row(id);
    return row ? packWikiDocument(s.wikis.document(row)) : null;
  }
  // If a guide has a draft, that is what people edit.
  return s.guides.draft(id) ?? guideBody(s, id) ?? null;
}

/** Returns the packed document of a guide that readers see. */
export const guideBody = (s: StoreReader, guideid: number): Buffer | undefined =>
  s.db.one(sql<StoredRow<'guide_doc', 'body'>>`SELECT body FROM guide_doc WHERE guideid = ${guideid}`)?.body;
