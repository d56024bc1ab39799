import type { StoreReader, StoreWriter } from '../store.ts';

/** What provisional ids of this desk became when the site gave its own. They keep working for ever. */
export class AliasReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  /** The site's id of a provisional one that the site has learned of. */
  of(provisional: number): number | undefined {
    return this.s.db.oneSql<{ id: number }>('SELECT id FROM alias WHERE provisional = ?', [provisional])?.id;
  }

  /** What the site had deleted and got again from here, under another id. */
  reborn(kind: string): { old: number; id: number }[] {
    return this.s.db.allSql('SELECT provisional AS old, id FROM alias WHERE provisional > 0 AND kind = ?', [
      kind,
    ]);
  }

  /** The value with every provisional id in it replaced that the site has its own for; in objects and lists, too. */
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
}

/** Provisional ids lie beyond this, far from any number that a person would type. */
export const firstProvisional = 1_000_000_000;

export const isProvisional = (id: number): boolean => Number.isInteger(id) && id < -firstProvisional;

/** Ids in an address are text, and lists of them have commas; in any other text only a picture is named by its id. */
const idsOf = (text: string): RegExp =>
  /^-?\d+(,-?\d+)*$/.test(text) ? /-\d{10,15}/g : /(?<=\[image\|)-\d{10,15}/g;

const mentionsProvisional = (value: unknown): boolean => /-\d{10}/.test(JSON.stringify(value) ?? '');

/** Provisional ids that a value names; what people write may hold numbers like them. */
export function provisionalIn(value: unknown): number[] {
  if (typeof value === 'number') return isProvisional(value) ? [value] : [];
  if (typeof value === 'string') return (value.match(idsOf(value)) ?? []).map(Number).filter(isProvisional);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [...provisionalIn(key), ...provisionalIn(item)]);
}
