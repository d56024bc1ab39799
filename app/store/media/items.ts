import { invalid } from '../../../shared/errors.ts';
import { mayReadItem, mayUseItem } from '../policy/media.ts';
import { directions, sql } from '../sql.ts';
import type { StoreReader, StoreWriter } from '../aggregates.ts';
import { filesNamed } from './stored-files.ts';
import type { StoredFile } from './stored-files.ts';

/** Documents and videos: items of a media manager that are stored as templated JSON. */
export interface ItemKind {
  name: 'document' | 'video';
  key: 'documentid' | 'videoid';
}

export interface ItemRow {
  itemid: number;
  userid: number | null;
  body: string;
  deleted: number;
}

export interface ItemListOptions {
  userid: number;
  order: 'ASC' | 'DESC';
  limit: number;
  offset: number;
}

/** An item as a site sends it; templated. */
export type ItemBody = Readonly<Record<string, unknown>>;

export class ItemReader {
  protected readonly s: StoreReader;
  protected readonly kind: ItemKind;

  constructor(s: StoreReader, kind: ItemKind) {
    this.s = s;
    this.kind = kind;
  }

  /** Returns an item, also one removed from the media manager. No check of permissions. */
  row(itemid: number): ItemRow | undefined {
    const { name, key } = this.kind;
    return this.s.db.one(sql<ItemRow>`SELECT ${sql.ref(key)} AS itemid, userid, body, deleted
       FROM ${sql.table(name)} WHERE ${sql.ref(key)} = ${itemid}`);
  }

  /** Returns an item's JSON text; undefined if the viewer may not read it. Ids can be guessed by counting. */
  find(itemid: number): string | undefined {
    const row = this.row(itemid);
    return row && mayReadItem(this.s, this.kind, row) ? row.body : undefined;
  }

  /** Returns the items of one person's media manager as JSON texts. */
  list({ userid, order, limit, offset }: ItemListOptions): string[] {
    const { name, key } = this.kind;
    return this.s.db
      .all(sql<{ body: string }>`SELECT body FROM ${sql.table(name)}
         WHERE userid = ${userid} AND deleted = 0
         ORDER BY ${sql.ref(key)} ${directions[order]} LIMIT ${limit} OFFSET ${offset}`)
      .map(({ body }) => body);
  }

  /** Returns the ids of all items in a person's media manager. */
  ids(userid: number): number[] {
    const { name, key } = this.kind;
    return this.s.db
      .all(sql<{ id: number }>`SELECT ${sql.ref(key)} AS id FROM ${sql.table(name)}
         WHERE userid = ${userid} AND deleted = 0`)
      .map(({ id }) => id);
  }

  /**
   * Returns an item that the viewer may put into a guide or wiki: their own, or one they see in another. Templated.
   *
   * @throws AppError `invalid` for `field`
   */
  require(itemid: number, field: string): Record<string, unknown> {
    const row = this.row(itemid);
    if (!row || !mayUseItem(this.s, this.kind, row, this.isAttached(itemid))) {
      throw invalid(
        field,
        this.kind.name === 'document'
          ? `There is no document ${itemid} in the media manager.`
          : `There is no video ${itemid} in the media manager.`,
      );
    }
    return JSON.parse(row.body) as Record<string, unknown>;
  }

  /** Returns an item's file; of a video the first one. */
  fileOf(itemid: number): StoredFile | undefined {
    const [named] = filesNamed(this.row(itemid)?.body ?? '');
    return named && this.s.media.files.find(named.guid);
  }

  /** Returns an item for its owner's feed; undefined for anyone else and after it left the media manager. */
  answer(itemid: number): string | undefined {
    const row = this.row(itemid);
    if (!row || row.deleted || row.userid === null || row.userid !== this.s.viewer?.userid) return undefined;
    return `${row.body.slice(0, -1)},"userid":${row.userid}}`;
  }

  protected isAttached(itemid: number): boolean {
    return (
      this.s.db.one(sql`SELECT 1 FROM attachment
         WHERE item = ${this.kind.name} AND itemid = ${itemid} LIMIT 1`) !== undefined
    );
  }
}

export class ItemWriter extends ItemReader {
  declare protected readonly s: StoreWriter;

  /**
   * Removes items from the viewer's media manager; ids that are not in it are ignored. An item that no guide or wiki
   * ever showed is deleted, unless it is still to be sent to the site.
   */
  remove(itemids: readonly number[]): void {
    for (const itemid of new Set(itemids)) {
      const row = this.row(itemid);
      if (!row || row.deleted || row.userid !== this.s.viewer?.userid) continue;
      this.takeOut(row);
      this.s.feed.record(this.kind.name, itemid, true);
    }
  }

  /** Records which items a guide or wiki shows. Items stay recorded when removed from it, because its revisions show them. */
  attach(kind: 'guide' | 'guide_draft' | 'wiki', id: number, entries: readonly ItemBody[]): void {
    for (const entry of entries) {
      const itemid = entry[this.kind.key];
      if (typeof itemid !== 'number' || !Number.isInteger(itemid)) continue;
      this.s.db.run(sql`INSERT INTO attachment (kind, id, item, itemid)
         VALUES (${kind}, ${id}, ${this.kind.name}, ${itemid}) ON CONFLICT DO NOTHING`);
      if (this.s.meta.isDesk && itemid > 0 && !this.row(itemid)) this.putRemote(entry);
    }
  }

  /** Stores a given item, as from a fixture. An equal one makes no feed line. */
  put(itemid: number, userid: number | null, entry: ItemBody): void {
    const before = this.row(itemid);
    const body = JSON.stringify(this.completed(itemid, entry));
    if (before?.body === body && before.userid === userid && !before.deleted) return;
    if (itemid > 0) this.s.meta.claimId(this.kind.name, itemid);
    this.store({ itemid, userid, body });
    this.s.feed.record(this.kind.name, itemid);
  }

  /**
   * Desk: stores an item of the site, from a document or (with its owner) from a media manager. Its files are then
   * wanted. An item with pending edits stays as it is.
   */
  putRemote(entry: ItemBody, userid?: number): void {
    if (!this.s.journal.isPending(this.kind.name, Number(entry[this.kind.key])))
      this.storeRemote(entry, userid);
  }

  /**
   * Desk: replaces an item made here by the site's id and guid. Its file is kept, so nothing is fetched.
   *
   * @param entry the site's answer, templated
   */
  replaceProvisional(provisional: number, entry: ItemBody): void {
    const made = this.row(provisional);
    if (!made) return;
    const itemid = Number(entry[this.kind.key]);
    this.storeRemote(entry, made.userid ?? undefined);
    this.s.db.run(sql`UPDATE ${sql.table(this.kind.name)} SET deleted = ${made.deleted}
       WHERE ${sql.ref(this.kind.key)} = ${itemid}`);
    const [file, named] = [this.fileOf(provisional), this.fileOf(itemid)];
    if (file && file.sha256 !== null && named)
      this.s.media.files.putCopy(named.guid, { sha256: file.sha256, bytes: file.bytes }, file.mime);
    this.takeOut(made);
  }

  /** Desk: handles an item that left its media manager on the site. */
  removeRemote(itemid: number): void {
    const row = this.row(itemid);
    if (row && !this.s.journal.isPending(this.kind.name, itemid)) this.takeOut(row);
  }

  protected storeRemote(entry: ItemBody, userid: number | undefined): void {
    const itemid = Number(entry[this.kind.key]);
    const { userid: _owner, ...rest } = entry;
    const body = JSON.stringify(this.completed(itemid, rest));
    this.store({ itemid, userid: userid ?? this.row(itemid)?.userid ?? null, body });
    for (const file of filesNamed(body)) this.s.media.files.putRemote(file);
  }

  /** Adds fields that a site or a fixture left out. */
  protected completed(_itemid: number, entry: ItemBody): ItemBody {
    return entry;
  }

  protected store(row: Omit<ItemRow, 'deleted'>): void {
    const { name, key } = this.kind;
    this.s.db.run(sql`INSERT INTO ${sql.table(name)} (${sql.ref(key)}, userid, body)
       VALUES (${row.itemid}, ${row.userid}, ${row.body})
       ON CONFLICT (${sql.ref(key)}) DO UPDATE
       SET userid = excluded.userid, body = excluded.body, deleted = 0`);
  }

  private takeOut({ itemid, body }: ItemRow): void {
    const { name, key } = this.kind;
    this.s.db.run(sql`UPDATE ${sql.table(name)} SET deleted = 1 WHERE ${sql.ref(key)} = ${itemid}`);
    if (this.isAttached(itemid) || this.s.journal.isPending(name, itemid)) return;
    this.s.db.run(sql`DELETE FROM ${sql.table(name)} WHERE ${sql.ref(key)} = ${itemid}`);
    for (const { guid } of filesNamed(body)) this.s.media.files.forget(guid);
  }
}
