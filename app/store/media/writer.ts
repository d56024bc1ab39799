import type { MediaImage } from '../../../shared/model/image.ts';
import { sqlite } from '../database.ts';
import { MEDIA_HOLE, SITE_HOLE } from '../holes.ts';
import type { StoreWriter } from '../store.ts';
import { CopyWriter } from './copies.ts';
import { avatarGuid, MediaReader, newGuid, posterGuid, remoteRow } from './media.ts';
import type { ImageFile, ImageRow, UseKind } from './media.ts';
import { ratioOf } from './new-image.ts';
import type { NewImage } from './new-image.ts';
import { NoteWriter } from './notes.ts';
import { StoredFileWriter } from './stored-files.ts';

export class MediaWriter extends MediaReader {
  declare protected readonly s: StoreWriter;
  override readonly copies: CopyWriter;
  override readonly notes: NoteWriter;
  override readonly files: StoredFileWriter;

  constructor(s: StoreWriter) {
    super(s);
    this.copies = new CopyWriter(s);
    this.notes = new NoteWriter(s);
    this.files = new StoredFileWriter(s);
  }

  /** What is written may use it, so the guide's pictures are listed first. */
  protected override foundNoted(guideid: number): void {
    this.notes.list(guideid);
  }

  /** Puts a picture whose files are stored into the media manager. */
  add(image: NewImage, files: readonly ImageFile[]): ImageRow {
    if (image.imageid !== undefined) this.s.meta.claimId('image', image.imageid);
    const row: ImageRow = {
      imageid: image.imageid ?? this.s.meta.nextId('image'),
      guid: image.guid ?? newGuid(),
      userid: image.userid,
      srcid: image.srcid ?? null,
      width: image.width,
      height: image.height,
      ratio: ratioOf(image.width, image.height),
      markup: image.markup ?? null,
      exif: JSON.stringify(image.exif ?? {}),
      mime: image.mime,
      created_date: Math.floor(this.s.now),
      deleted: image.hidden ? 1 : 0,
      remote: null,
    };
    this.insert(row);
    for (const { size, ...file } of files) this.copies.putFile(row.guid, size, file);
    // What a site or an import brings belongs to nobody's media manager.
    if (row.userid !== null) this.s.feed.record('image', row.imageid);
    return row;
  }

  /** A picture of a document whose bytes stay where they are, on another server. */
  addAddress({ imageid, guid, remote }: { imageid: number; guid: string; remote: string }): void {
    this.s.meta.claimId('image', imageid);
    this.insert(remoteRow({ imageid, guid, remote }, this.s.now));
  }

  /**
   * A picture of its own, of the same files, in the viewer's media manager. What a desk lacks of them it fetches, and may
   * remove, like the source's: the site has them there. What the picture was made from stays with people who may see it.
   */
  copy(source: ImageRow): ImageRow {
    const row: ImageRow = {
      ...source,
      srcid: this.source(source)?.imageid ?? null,
      imageid: this.s.meta.nextId('image'),
      guid: newGuid(),
      userid: this.s.viewer?.userid ?? null,
      created_date: Math.floor(this.s.now),
      deleted: 0,
    };
    this.insert(row);
    this.s.db.runSql(
      `INSERT INTO image_file (guid, size, sha256, bytes, mime, used_date, attempts, failure)
       SELECT ?, size, sha256, bytes, mime, used_date, attempts, failure FROM image_file WHERE guid = ?`,
      [row.guid, source.guid],
    );
    this.s.feed.record('image', row.imageid);
    return row;
  }

  /**
   * Takes pictures out of the viewer's media manager; ids that are not in it are ignored. What no document or revision of one,
   * no person and no other picture uses is forgotten, unless it is still to be sent to the site.
   */
  remove(imageids: readonly number[]): void {
    for (const imageid of new Set(imageids)) {
      const row = this.imageRow(imageid);
      if (!row || row.deleted || row.userid !== this.s.viewer?.userid) continue;
      this.takeOut(row);
      this.s.feed.record('image', imageid, true);
    }
  }

  /**
   * Desk: an item of a person's media manager on the site, its addresses with holes. What was edited here and has not
   * reached the site stays as it is.
   */
  putRemoteItem(userid: number, item: MediaImage): void {
    if (!this.s.journal.isPending('image', item.image.id)) this.storeRemoteItem(userid, item);
  }

  /**
   * Desk: a picture that was made here has got the site's id and guid. Its files are that picture's now, so nothing is
   * fetched; what still shows it by its old guid goes on doing so.
   *
   * @param item what the site answered, its addresses with holes
   */
  adopt(provisional: number, item: MediaImage): void {
    const made = this.imageRow(provisional);
    if (!made || made.userid === null) return;
    this.storeRemoteItem(made.userid, item);
    const { guid } = item.image;
    this.s.db.runSql(
      `INSERT INTO image_file (guid, size, sha256, bytes, mime, used_date)
       SELECT ?, size, sha256, bytes, mime, used_date FROM image_file WHERE guid = ? AND sha256 IS NOT NULL
       ON CONFLICT (guid, size) DO UPDATE SET sha256 = excluded.sha256, bytes = excluded.bytes, mime = excluded.mime`,
      [guid, made.guid],
    );
    this.s.db.runSql(
      'UPDATE image SET deleted = ?, srcid = coalesce(srcid, ?), markup = coalesce(markup, ?) WHERE imageid = ?',
      [made.deleted, this.s.aliases.resolve(made.srcid), made.markup, item.image.id],
    );
    this.s.db.runSql('UPDATE image SET remote = ? WHERE imageid = ?', [
      this.imageRow(item.image.id)?.remote ?? null,
      provisional,
    ]);
    this.takeOut(made);
  }

  private storeRemoteItem(
    userid: number,
    { image, srcid, width, height, ratio, markup, exif: given }: MediaImage,
  ): void {
    // What has no keys may come as a list (CONTRACT 1.5).
    const exif = Array.isArray(given) ? {} : given;
    const original = image.original.startsWith(MEDIA_HOLE)
      ? `${SITE_HOLE}/igi/${image.guid}`
      : image.original;
    this.copies.putRemote({ id: image.id, guid: image.guid, original }, 'avatar');
    this.s.db.runSql(
      // How a picture was made stays true on a site that does not say it.
      `UPDATE image SET userid = :userid, srcid = coalesce(:srcid, srcid), width = :width, height = :height,
         ratio = :ratio, markup = coalesce(:markup, markup), exif = :exif, deleted = 0 WHERE imageid = :imageid`,
      [{ userid, srcid, width, height, ratio, markup, exif: JSON.stringify(exif), imageid: image.id }],
    );
  }

  /** Desk: it left its media manager on the site. */
  removeRemoteItem(imageid: number): void {
    const row = this.imageRow(imageid);
    if (row && row.userid !== null && !this.s.journal.isPending('image', imageid)) this.takeOut(row);
  }

  /** Replaces the list of pictures a document needs to be complete. Revisions go on showing those that left it. */
  setUses(kind: UseKind, id: number, guids: readonly string[]): void {
    if (kind === 'guide' || kind === 'wiki') {
      this.s.db.runSql(
        `INSERT INTO media_use (kind, id, guid)
         SELECT u.kind || '_past', u.id, u.guid FROM media_use u JOIN image i ON i.guid = u.guid
         WHERE u.kind = ? AND u.id = ? AND i.remote IS NULL AND u.guid NOT IN (SELECT value FROM json_each(?))
         ON CONFLICT DO NOTHING`,
        [kind, id, JSON.stringify(guids)],
      );
    }
    this.s.db.runSql('DELETE FROM media_use WHERE kind = ? AND id = ?', [kind, id]);
    for (const guid of guids) this.use(kind, id, guid);
  }

  /** Empties that list, which for a new document is empty. */
  dropUses(kind: UseKind, id: number): void {
    if (this.uses(kind, id).length > 0) this.setUses(kind, id, []);
  }

  /** Adds one to that list. */
  use(kind: UseKind, id: number, guid: string): void {
    if (guid === avatarGuid || guid === posterGuid) return;
    this.s.db.runSql('INSERT INTO media_use (kind, id, guid) VALUES (?, ?, ?) ON CONFLICT DO NOTHING', [
      kind,
      id,
      guid,
    ]);
  }

  private takeOut(row: ImageRow): void {
    this.s.db.runSql('UPDATE image SET deleted = 1 WHERE imageid = ?', [row.imageid]);
    this.forgetUnused(row);
    const source = row.srcid === null ? undefined : this.imageRow(row.srcid);
    if (source?.deleted) this.forgetUnused(source);
  }

  private forgetUnused(row: ImageRow): void {
    if (this.isUsed(row) || this.s.journal.isPending('image', row.imageid)) return;
    this.s.db.runSql('DELETE FROM image WHERE imageid = ?', [row.imageid]);
    this.copies.forget(row.guid);
  }

  private insert(row: ImageRow): void {
    this.s.db.run(sqlite.insertInto('image').values({ ...row, deleted: row.deleted === 1 ? 1 : 0 }));
  }
}
