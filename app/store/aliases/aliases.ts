import type { StoreReader, StoreWriter } from '../store.ts';

/** Maps provisional ids of this desk to the site's ids. The mapping is kept for ever. */
export class AliasReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  /** Returns the site's id for a provisional id; undefined while the site has not given one. */
  of(provisional: number): number | undefined {
    return this.s.db.oneSql<{ id: number }>('SELECT id FROM alias WHERE provisional = ?', [provisional])?.id;
  }

  /** Returns ids that the site deleted, each with the id under which this desk recreated the document. */
  reborn(kind: string): { old: number; id: number }[] {
    return this.s.db.allSql('SELECT provisional AS old, id FROM alias WHERE provisional > 0 AND kind = ?', [
      kind,
    ]);
  }

  all(): { provisional: number; kind: string; id: number }[] {
    return this.s.db.allSql('SELECT provisional, kind, id FROM alias');
  }

  /** Returns the value with each provisional id replaced by the site's id, if there is one; goes into objects and lists. */
  resolve<T>(value: T): T {
    if (!mentionsProvisional(value)) return value;
    return this.replaced(value) as T;
  }

  private replaced(value: unknown): unknown {
    if (typeof value === 'number') return isProvisional(value) ? (this.of(value) ?? value) : value;
    if (typeof value === 'string')
      return value.replace(idsOf(value), (id) => String(this.of(Number(id)) ?? id));
    if (Array.isArray(value)) return value.map((item) => this.replaced(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [this.replaced(key), this.replaced(item)]),
    );
  }
}

export class AliasWriter extends AliasReader {
  declare protected readonly s: StoreWriter;

  add(kind: string, provisional: number, id: number): void {
    this.s.db.runSql(
      'INSERT INTO alias (provisional, kind, id) VALUES (?, ?, ?) ON CONFLICT (provisional) DO UPDATE SET id = excluded.id',
      [provisional, kind, id],
    );
  }

  remove(provisional: number): void {
    this.s.db.runSql('DELETE FROM alias WHERE provisional = ?', [provisional]);
  }

  /** Gives an upload another id. A row that already has the new id is replaced. */
  renumberFile(kind: UploadKind, from: number, to: number): void {
    this.s.db.runSql(`UPDATE OR REPLACE ${kind} SET ${kind}id = ? WHERE ${kind}id = ?`, [to, from]);
  }
}

/** Kinds of uploads. Each has a table of this name. */
export type UploadKind = 'image' | 'video' | 'document';

/** Provisional ids lie beyond this, far from any number that a person would type. */
export const firstProvisional = 1_000_000_000;

export const isProvisional = (id: number): boolean => Number.isInteger(id) && id < -firstProvisional;

/** Matches ids: an address holds an id or a list of ids with commas; any other text names only pictures by id. */
const idsOf = (text: string): RegExp =>
  /^-?\d+(,-?\d+)*$/.test(text) ? /-\d{10,15}/g : /(?<=\[image\|)-\d{10,15}/g;

/** Returns false only if `resolve` would leave the value as it is. */
export const mentionsProvisional = (value: unknown): boolean => /-\d{10}/.test(JSON.stringify(value) ?? '');

/** Returns the provisional ids in a value. Text that people write may hold numbers that look like ids. */
export function provisionalIn(value: unknown): number[] {
  if (typeof value === 'number') return isProvisional(value) ? [value] : [];
  if (typeof value === 'string') return (value.match(idsOf(value)) ?? []).map(Number).filter(isProvisional);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [...provisionalIn(key), ...provisionalIn(item)]);
}
