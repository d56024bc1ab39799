import { invalid } from '../../../shared/errors.ts';
import { mayReadItem, mayUseItem } from '../policy/media.ts';
import type { StoreReader, StoreWriter } from '../store.ts';
import { filesNamed } from './stored-files.ts';
import type { StoredFile } from './stored-files.ts';

/** Documents and videos: things of a media manager whose rows are their holed JSON. */
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

/** A thing as a site gives it, addresses with holes. */
export type ItemBody = Readonly<Record<string, unknown>>;

export class ItemReader {
  protected readonly s: StoreReader;
  protected readonly kind: ItemKind;

  constructor(s: StoreReader, kind: ItemKind) {
    this.s = s;
    this.kind = kind;
  }

  /** Whoever asks; those that left the media manager too. */
  row(itemid: number): ItemRow | undefined {
    const { name, key } = this.kind;
    return this.s.db.oneSql<ItemRow>(
      `SELECT ${key} AS itemid, userid, body, deleted FROM ${name} WHERE ${key} = ?`,
      [itemid],
    );
  }

  /** Its JSON text, if the viewer may know of it: numbers can be counted through. */
  find(itemid: number): string | undefined {
    const row = this.row(itemid);
    return row && mayReadItem(this.s, this.kind, row) ? row.body : undefined;
  }

  /** One media manager's, as JSON texts. */
  list({ userid, order, limit, offset }: ItemListOptions): string[] {
    const { name, key } = this.kind;
    return this.s.db
      .allSql<{ body: string }>(
        `SELECT body FROM ${name} WHERE userid = ? AND deleted = 0 ORDER BY ${key} ${order} LIMIT ? OFFSET ?`,
        [userid, limit, offset],
      )
      .map(({ body }) => body);
  }

  /** Of all of them in a person's media manager. */
  ids(userid: number): number[] {
    const { name, key } = this.kind;
    return this.s.db
      .allSql<{ id: number }>(`SELECT ${key} AS id FROM ${name} WHERE userid = ? AND deleted = 0`, [userid])
      .map(({ id }) => id);
  }

  /**
   * One that the viewer may put into a guide or wiki: their own, or one that they see in another. As it is stored there, with
   * holes.
   *
   * @throws AppError `invalid` for `field`
   */
  require(itemid: number, field: string): Record<string, unknown> {
    const row = this.row(itemid);
    if (!row || !mayUseItem(this.s, this.kind, row, this.isAttached(itemid))) {
      throw invalid(field, `There is no ${this.kind.name} ${itemid} in the media manager.`);
    }
    return JSON.parse(row.body) as Record<string, unknown>;
  }

  /** Its file: of a video, the first. */
  fileOf(itemid: number): StoredFile | undefined {
    const [named] = filesNamed(this.row(itemid)?.body ?? '');
    return named && this.s.media.files.find(named.guid);
  }

  /** What the feed tells its owner; undefined for anybody else and once it left the media manager. */
  answer(itemid: number): string | undefined {
    const row = this.row(itemid);
    if (!row || row.deleted || row.userid === null || row.userid !== this.s.viewer?.userid) return undefined;
    return `${row.body.slice(0, -1)},"userid":${row.userid}}`;
  }

  protected isAttached(itemid: number): boolean {
    return (
      this.s.db.oneSql('SELECT 1 FROM attached WHERE item = ? AND itemid = ? LIMIT 1', [
        this.kind.name,
        itemid,
      ]) !== undefined
    );
  }
}

export class ItemWriter extends ItemReader {
  declare protected readonly s: StoreWriter;

  /**
   * Takes them out of the viewer's media manager; ids that are not in it are ignored. What no guide or wiki ever showed is
   * forgotten, unless it is still to be sent to the site.
   */
  remove(itemids: readonly number[]): void {
    for (const itemid of new Set(itemids)) {
      const row = this.row(itemid);
      if (!row || row.deleted || row.userid !== this.s.viewer?.userid) continue;
      this.takeOut(row);
      this.s.feed.record(this.kind.name, itemid, true);
    }
  }

  /** Notes what a guide or wiki shows. It is kept when it shows it no longer: its revisions do. */
  attach(kind: 'guide' | 'guide_draft' | 'wiki', id: number, entries: readonly ItemBody[]): void {
    for (const entry of entries) {
      const itemid = entry[this.kind.key];
      if (typeof itemid !== 'number' || !Number.isInteger(itemid)) continue;
      this.s.db.runSql(
        'INSERT INTO attached (kind, id, item, itemid) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
        [kind, id, this.kind.name, itemid],
      );
      if (this.s.meta.isDesk && itemid > 0 && !this.row(itemid)) this.putRemote(entry);
    }
  }

  /** Stores one as it is given, as of a fixture. One that is the same already is not told to anybody. */
  put(itemid: number, userid: number | null, entry: ItemBody): void {
    const before = this.row(itemid);
    const body = JSON.stringify(this.completed(itemid, entry));
    if (before?.body === body && before.userid === userid && !before.deleted) return;
    if (itemid > 0) this.s.meta.claimId(this.kind.name, itemid);
    this.store({ itemid, userid, body });
    this.s.feed.record(this.kind.name, itemid);
  }

  /**
   * Desk: one of the site, as it stands in a document or, with its owner, in a media manager. Its files are wanted here. What
   * was edited here and has not reached the site stays as it is.
   */
  putRemote(entry: ItemBody, userid?: number): void {
    if (!this.s.journal.isPending(this.kind.name, Number(entry[this.kind.key])))
      this.storeRemote(entry, userid);
  }

  /**
   * Desk: one that was made here has got the site's id and guid. Its file is that one's now, so nothing is fetched.
   *
   * @param entry what the site answered, its addresses with holes
   */
  adopt(provisional: number, entry: ItemBody): void {
    const made = this.row(provisional);
    if (!made) return;
    const itemid = Number(entry[this.kind.key]);
    this.storeRemote(entry, made.userid ?? undefined);
    this.s.db.runSql(`UPDATE ${this.kind.name} SET deleted = ? WHERE ${this.kind.key} = ?`, [
      made.deleted,
      itemid,
    ]);
    const [file, named] = [this.fileOf(provisional), this.fileOf(itemid)];
    if (file && file.sha256 !== null && named)
      this.s.media.files.putCopy(named.guid, { sha256: file.sha256, bytes: file.bytes }, file.mime);
    this.takeOut(made);
  }

  /** Desk: it left its media manager on the site. */
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

  /** The fields any of its kind has, where a site or a fixture leaves some out. */
  protected completed(_itemid: number, entry: ItemBody): ItemBody {
    return entry;
  }

  protected store(row: Omit<ItemRow, 'deleted'>): void {
    const { name, key } = this.kind;
    this.s.db.runSql(
      `INSERT INTO ${name} (${key}, userid, body) VALUES (:itemid, :userid, :body)
       ON CONFLICT (${key}) DO UPDATE SET userid = excluded.userid, body = excluded.body, deleted = 0`,
      [row],
    );
  }

  private takeOut({ itemid, body }: ItemRow): void {
    const { name, key } = this.kind;
    this.s.db.runSql(`UPDATE ${name} SET deleted = 1 WHERE ${key} = ?`, [itemid]);
    if (this.isAttached(itemid) || this.s.journal.isPending(name, itemid)) return;
    this.s.db.runSql(`DELETE FROM ${name} WHERE ${key} = ?`, [itemid]);
    for (const { guid } of filesNamed(body)) this.s.media.files.forget(guid);
  }
}
