import type { MediaImage } from '../../../shared/model/image.ts';
import { builder, listOf, sql } from '../sql.ts';
import { MEDIA_PLACEHOLDER, SITE_PLACEHOLDER } from '../placeholders.ts';
import type { StoreWriter } from '../aggregates.ts';
import { CopyWriter } from './copies.ts';
import { avatarGuid, MediaReader, newGuid, posterGuid, remoteRow } from './media.ts';
import type { UseKind } from '../schema-notes.ts';
import type { ImageFile, ImageRow } from './media.ts';
import { ratioOf } from './new-image.ts';
import type { NewImage } from './new-image.ts';
import { PictureNoteWriter } from './picture-notes.ts';
import { StoredFileWriter } from './stored-files.ts';

export class MediaWriter extends MediaReader {
  declare protected readonly s: StoreWriter;
  override readonly copies: CopyWriter;
  override readonly pictureNotes: PictureNoteWriter;
  override readonly files: StoredFileWriter;

  constructor(s: StoreWriter) {
    super(s);
    this.copies = new CopyWriter(s);
    this.pictureNotes = new PictureNoteWriter(s);
    this.files = new StoredFileWriter(s);
  }

  /** Lists all pictures of the guide first, because the text being written may use this one. */
  protected override foundNoted(guideid: number): void {
    this.pictureNotes.list(guideid);
  }

  /** Adds a picture to the media manager. Its files are stored already. */
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
    // Pictures of a site or an import are in no media manager.
    if (row.userid !== null) this.s.feed.record('image', row.imageid);
    return row;
  }

  /** Adds a document's picture whose bytes stay on another server. */
  addAddress({ imageid, guid, remote }: { imageid: number; guid: string; remote: string }): void {
    this.s.meta.claimId('image', imageid);
    this.insert(remoteRow({ imageid, guid, remote }, this.s.now));
  }

  /**
   * Copies a picture into the viewer's media manager, with the same files. A desk may remove and fetch the copy's files
   * like the source's, because the site has them there. `srcid` is kept only if the viewer may see that picture.
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
    this.s.db.run(sql`INSERT INTO image_file (guid, size, sha256, bytes, mime, used_date, attempts, failure)
       SELECT ${row.guid}, size, sha256, bytes, mime, used_date, attempts, failure FROM image_file
       WHERE guid = ${source.guid}`);
    this.s.feed.record('image', row.imageid);
    return row;
  }

  /**
   * Removes pictures from the viewer's media manager; ids that are not in it are ignored. A picture that no document,
   * revision, person or other picture uses is deleted, unless it is still to be sent to the site.
   */
  remove(imageids: readonly number[]): void {
    for (const imageid of new Set(imageids)) {
      const row = this.imageRow(imageid);
      if (!row || row.deleted || row.userid !== this.s.viewer?.userid) continue;
      this.takeOut(row);
      this.s.feed.record('image', imageid, true);
    }
  }

  /** Desk: stores an item of a person's media manager on the site; templated. An item with pending edits stays as it is. */
  putRemoteItem(userid: number, item: MediaImage): void {
    if (!this.s.journal.isPending('image', item.image.id)) this.storeRemoteItem(userid, item);
  }

  /**
   * Desk: replaces a picture made here by the site's id and guid. Its files are copied, so nothing is fetched; documents
   * with the old guid keep showing it.
   *
   * @param item the site's answer, templated
   */
  replaceProvisional(provisional: number, item: MediaImage): void {
    const made = this.imageRow(provisional);
    if (!made || made.userid === null) return;
    this.storeRemoteItem(made.userid, item);
    const { guid } = item.image;
    this.s.db.run(sql`INSERT INTO image_file (guid, size, sha256, bytes, mime, used_date)
       SELECT ${guid}, size, sha256, bytes, mime, used_date FROM image_file
       WHERE guid = ${made.guid} AND sha256 IS NOT NULL
       ON CONFLICT (guid, size) DO UPDATE
       SET sha256 = excluded.sha256, bytes = excluded.bytes, mime = excluded.mime`);
    this.s.db.run(sql`UPDATE image
       SET deleted = ${made.deleted}, srcid = coalesce(srcid, ${this.s.idMap.resolve(made.srcid)}),
         markup = coalesce(markup, ${made.markup})
       WHERE imageid = ${item.image.id}`);
    this.s.db.run(sql`UPDATE image SET remote = ${this.imageRow(item.image.id)?.remote ?? null}
       WHERE imageid = ${provisional}`);
    this.takeOut(made);
  }

  private storeRemoteItem(
    userid: number,
    { image, srcid, width, height, ratio, markup, exif: given }: MediaImage,
  ): void {
    // A site may send an empty object as a list (CONTRACT 1.5).
    const exif = Array.isArray(given) ? {} : given;
    const original = image.original.startsWith(MEDIA_PLACEHOLDER)
      ? `${SITE_PLACEHOLDER}/igi/${image.guid}`
      : image.original;
    this.copies.putRemote({ id: image.id, guid: image.guid, original }, 'avatar');
    this.s.db.run(sql`UPDATE image
       SET userid = ${userid}, srcid = coalesce(${srcid}, srcid), width = ${width}, height = ${height},
       ratio = ${ratio}, markup = coalesce(${markup}, markup), exif = ${JSON.stringify(exif)}, deleted = 0
       WHERE imageid = ${image.id}`);
  }

  /** Desk: handles a picture that left its media manager on the site. */
  removeRemoteItem(imageid: number): void {
    const row = this.imageRow(imageid);
    if (row && row.userid !== null && !this.s.journal.isPending('image', imageid)) this.takeOut(row);
  }

  /** Replaces the list of pictures that a document needs. Pictures that leave it stay in use by revisions. */
  setUses(kind: UseKind, id: number, guids: readonly string[]): void {
    const stored = new Set(this.uses(kind, id));
    const wanted = new Set(guids);
    const left = [...stored].filter((guid) => !wanted.has(guid));
    if (left.length > 0) {
      if (kind === 'guide' || kind === 'wiki') {
        this.s.db.run(sql`INSERT INTO media_use (kind, id, guid)
           SELECT ${`${kind}_past`}, ${id}, guid FROM image WHERE remote IS NULL AND guid IN ${listOf(left)}
           ON CONFLICT DO NOTHING`);
      }
      this.s.db.run(sql`DELETE FROM media_use
         WHERE kind = ${kind} AND id = ${id} AND guid IN ${listOf(left)}`);
    }
    for (const guid of wanted) if (!stored.has(guid)) this.use(kind, id, guid);
  }

  /** Adds a picture to the list. */
  use(kind: UseKind, id: number, guid: string): void {
    if (guid === avatarGuid || guid === posterGuid) return;
    this.s.db.run(sql`INSERT INTO media_use (kind, id, guid) VALUES (${kind}, ${id}, ${guid})
       ON CONFLICT DO NOTHING`);
  }

  /** Keeps a picture from being deleted when its owner takes it out of the media manager. */
  override shownInText(guid: string): void {
    this.use('text', 0, guid);
  }

  private takeOut(row: ImageRow): void {
    this.s.db.run(sql`UPDATE image SET deleted = 1 WHERE imageid = ${row.imageid}`);
    this.forgetUnused(row);
    const source = row.srcid === null ? undefined : this.imageRow(row.srcid);
    if (source?.deleted) this.forgetUnused(source);
  }

  private forgetUnused(row: ImageRow): void {
    if (this.isUsed(row) || this.s.journal.isPending('image', row.imageid)) return;
    this.s.db.run(sql`DELETE FROM image WHERE imageid = ${row.imageid}`);
    this.copies.forget(row.guid);
  }

  private insert(row: ImageRow): void {
    this.s.db.run(builder.insertInto('image').values({ ...row, deleted: row.deleted === 1 ? 1 : 0 }));
  }
}
