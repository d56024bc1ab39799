import { unpackGuide } from '../store/guides/document.ts';
import { coveredKind } from '../store/replica-parts.ts';
import type { CoveredPage, PageName, SiteVersions, SiteVersionsWriter } from '../store/replica-parts.ts';
import { sql } from '../store/sql.ts';
import type { StoredRow } from '../store/sql.ts';
import type { StoreReader, StoreWriter } from '../store/aggregates.ts';
import type { JournalReader } from './journal/reader.ts';

type Reads = StoreReader & { readonly journal: JournalReader };
type Writes = StoreWriter & { readonly journal: JournalReader };

export class SiteVersionReader implements SiteVersions {
  protected readonly s: Reads;

  constructor(s: Reads) {
    this.s = s;
  }

  get(kind: string, id: number): Buffer | 'gone' | undefined {
    const body = this.s.db.one(sql<StoredRow<'site_version', 'body'>>`SELECT body FROM site_version
       WHERE kind = ${kind} AND id = ${id}`)?.body;
    return body?.length === 0 ? 'gone' : body;
  }

  guideWithRemovedStep(stepid: number): number | undefined {
    return this.s.journal.waitingResources('guide').find(({ id, sequence }) => {
      const site = this.get('guide', id) ?? this.s.journal.before(sequence, 'guide', id);
      return site instanceof Buffer && unpackGuide(site).steps.some((step) => step.stepid === stepid);
    })?.id;
  }

  coveredPage({ namespace, title, langid }: PageName): CoveredPage | undefined {
    return this.s.db.one(sql<CoveredPage>`SELECT w.wikiid, w.checked_date
       FROM site_version v CROSS JOIN wiki w ON w.wikiid = v.id
       WHERE v.kind = ${coveredKind} AND w.namespace = ${namespace} AND w.title = ${title}
         AND w.langid = ${langid}
       ORDER BY w.wikiid DESC LIMIT 1`);
  }

  coveredIds(): number[] {
    return this.s.db
      .all(sql<{ id: number }>`SELECT id FROM site_version WHERE kind = ${coveredKind}`)
      .map(({ id }) => id);
  }
}

export class SiteVersionWriter extends SiteVersionReader implements SiteVersionsWriter {
  declare protected readonly s: Writes;

  set(kind: string, id: number, body: Uint8Array | 'gone'): void {
    // A document that the site deletes stays as it was last while edits of it wait.
    if (body === 'gone')
      this.s.db.run(sql`INSERT OR REPLACE INTO site_version (kind, id, body)
         SELECT kind || '_last', id, body FROM site_version
         WHERE kind = ${kind} AND id = ${id} AND length(body) > 0`);
    this.s.db.run(sql`INSERT INTO site_version (kind, id, body)
       VALUES (${kind}, ${id}, ${body === 'gone' ? Buffer.alloc(0) : body})
       ON CONFLICT (kind, id) DO UPDATE SET body = excluded.body`);
  }

  drop(kind: string, id: number): void {
    this.s.db.run(
      sql`DELETE FROM site_version WHERE kind IN (${kind}, ${kind} || '_shown', ${kind} || '_last') AND id = ${id}`,
    );
  }
}
