import { idsOf, isProvisional, mentionsProvisional, nameOfKey } from '../../store/provisional-ids.ts';
import { sql } from '../../store/sql.ts';
import type { StoredRow } from '../../store/sql.ts';
import type { ReadAccess, WriteAccess } from '../../store/access.ts';

/** Maps provisional ids of this desk to the site's ids. The mapping is kept for ever. */
export class IdMapReader {
  protected readonly s: ReadAccess;

  constructor(s: ReadAccess) {
    this.s = s;
  }

  /** Returns the site's id for a provisional id; undefined while the site has not given one. */
  of(provisional: number): number | undefined {
    return this.s.db.one(sql<StoredRow<'id_map', 'id'>>`SELECT id FROM id_map
       WHERE provisional = ${provisional}`)?.id;
  }

  /** Returns ids that the site deleted, each with the id under which this desk recreated the document. */
  reborn(kind: string): { old: number; id: number }[] {
    return this.s.db.all(sql`SELECT provisional AS old, id FROM id_map
       WHERE provisional > 0 AND kind = ${kind}`);
  }

  all(): { provisional: number; kind: string; id: number }[] {
    return this.s.db.all(sql`SELECT provisional, kind, id FROM id_map`);
  }

  /** Returns the value with each provisional id replaced by the site's id, if there is one; goes into objects and lists. */
  resolve<T>(value: T): T {
    if (!mentionsProvisional(value)) return value;
    return this.replaced(value) as T;
  }

  private replaced(value: unknown, name = ''): unknown {
    if (typeof value === 'number') return isProvisional(value) ? (this.of(value) ?? value) : value;
    if (typeof value === 'string')
      return value.replace(idsOf(value, name), (id) => String(this.of(Number(id)) ?? id));
    if (Array.isArray(value)) return value.map((item) => this.replaced(item, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [this.replaced(key, nameOfKey), this.replaced(item, key)]),
    );
  }
}

export class IdMapWriter extends IdMapReader {
  declare protected readonly s: WriteAccess;

  add(kind: string, provisional: number, id: number): void {
    this.s.db.run(sql`INSERT INTO id_map (provisional, kind, id) VALUES (${provisional}, ${kind}, ${id})
       ON CONFLICT (provisional) DO UPDATE SET id = excluded.id`);
  }

  remove(provisional: number): void {
    this.s.db.run(sql`DELETE FROM id_map WHERE provisional = ${provisional}`);
  }

  /** Gives an upload another id. A row that already has the new id is replaced. */
  renumberFile(kind: UploadKind, from: number, to: number): void {
    const id = sql.ref(`${kind}id`);
    this.s.db.run(sql`UPDATE OR REPLACE ${sql.table(kind)} SET ${id} = ${to} WHERE ${id} = ${from}`);
  }
}

/** Kinds of uploads. Each has a table of this name. */
export type UploadKind = 'image' | 'video' | 'document';
