import { randomUUID } from 'node:crypto';

import { invalid } from '../../../shared/errors.ts';
import { imageSizeNames } from '../../../shared/model/image.ts';
import type { Image, ImageSize, MediaImage } from '../../../shared/model/image.ts';
import { isAdmin } from '../actor.ts';
import { sqlite } from '../database.ts';
import { MEDIA_HOLE } from '../holes.ts';
import type { StoreReader, StoreWriter } from '../store.ts';
import { CopyReader, CopyWriter } from './copies.ts';
import { NoteReader, NoteWriter } from './notes.ts';
import { ratioOf } from './new-image.ts';
import type { ImageListOptions, NewImage, Ratio } from './new-image.ts';

export type UseKind = 'guide' | 'wiki' | 'user' | 'team' | 'work';

export interface ImageRow {
  imageid: number;
  guid: string;
  userid: number | null;
  srcid: number | null;
  width: number;
  height: number;
  ratio: Ratio;
  markup: string | null;
  exif: string;
  mime: string;
  created_date: number;
  deleted: number;
  remote: string | null;
}

/** One stored variant; `original` is a size too. */
export interface ImageFile {
  size: ImageSize | 'original';
  sha256: string;
  bytes: number;
  mime: string;
}

/** Stands for people without a picture; it is drawn in, so it is always there (fact sheet 4.9). */
export const avatarGuid = 'default_avatar_placeholder_guid';

export class MediaReader {
  protected readonly s: StoreReader;
  /** What of the pictures is on this machine. */
  readonly copies: CopyReader;
  /** Pictures of the site that are not listed yet. */
  readonly notes: NoteReader;

  constructor(s: StoreReader) {
    this.s = s;
    this.copies = new CopyReader(s);
    this.notes = new NoteReader(s);
  }

  imageRow(imageid: number): ImageRow | undefined {
    return this.s.db.oneSql<ImageRow>('SELECT * FROM image WHERE imageid = ?', [imageid]);
  }

  /** By imageid or guid, as the API's addresses allow. */
  find(idOrGuid: string): ImageRow | undefined {
    if (/^-?\d{1,15}$/.test(idOrGuid)) return this.imageRow(Number(idOrGuid));
    return this.s.db.oneSql<ImageRow>('SELECT * FROM image WHERE guid = ?', [idOrGuid]);
  }

  /** Image object (contract 2.1) with holes. */
  image(imageid: number): Image | undefined {
    const row = this.imageRow(imageid);
    return row && this.objectOf(row);
  }

  /** Its image object: with our own addresses, or another server's where the bytes are meant to stay there. */
  objectOf({ imageid, guid, remote }: ImageRow): Image {
    if (remote === null || this.copies.isWanted(guid)) return imageObject(imageid, guid);
    return { id: imageid, guid, ...variantsOf(remote.replace(/\.(full|original)$/, '')), original: remote };
  }

  /** An image the viewer may put into a document: their own, or one that a document already shows. */
  requireImage(imageid: number, field: string): Image {
    const row = this.imageRow(imageid);
    if (!row || !this.mayUse(row)) throw invalid(field, `There is no image ${imageid} in the media manager.`);
    return this.objectOf(row);
  }

  requireVideo(videoid: number, field: string): Record<string, unknown> {
    const row = this.s.db.oneSql<{ body: string }>('SELECT body FROM video WHERE videoid = ?', [videoid]);
    if (!row) throw invalid(field, `There is no video ${videoid} in the media manager.`);
    return JSON.parse(row.body) as Record<string, unknown>;
  }

  /** The media manager's pictures of one person. */
  list({ userid, ratio, minWidth, minHeight, order, limit, offset }: ImageListOptions): MediaImage[] {
    return this.s.db
      .allSql<ImageRow>(
        `SELECT * FROM image WHERE userid = ? AND deleted = 0 AND width >= ? AND height >= ? AND (? IS NULL OR ratio = ?)
         ORDER BY imageid ${order} LIMIT ? OFFSET ?`,
        [userid, minWidth, minHeight, ratio ?? null, ratio ?? null, limit, offset],
      )
      .map((row) => mediaImageOf(row));
  }

  /** The media manager's videos of one person, as stored JSON texts. */
  videos(userid: number, limit: number, offset: number): string[] {
    return this.s.db
      .allSql<{ body: string }>('SELECT body FROM video WHERE userid = ? ORDER BY videoid LIMIT ? OFFSET ?', [
        userid,
        limit,
        offset,
      ])
      .map((row) => row.body);
  }

  /**
   * Whether the viewer may learn of a picture by its number: numbers can be counted through, guids cannot be guessed.
   */
  mayRead(row: ImageRow): boolean {
    const { viewer } = this.s;
    if (isAdmin(viewer) || (viewer && row.userid === viewer.userid)) return true;
    const shown = this.s.db
      .allSql<{ kind: UseKind; id: number }>('SELECT kind, id FROM media_use WHERE guid = ?', [row.guid])
      .some(({ kind, id }) => {
        if (kind !== 'guide') return kind !== 'work';
        const guide = this.s.guides.row(id);
        return guide !== undefined && this.s.guides.isVisible(guide);
      });
    return shown || this.isAvatar(row.imageid);
  }

  /** Guids of the pictures a document needs. */
  uses(kind: UseKind, id: number): string[] {
    return this.s.db
      .allSql<{ guid: string }>('SELECT guid FROM media_use WHERE kind = ? AND id = ?', [kind, id])
      .map(({ guid }) => guid);
  }

  isUsed(row: ImageRow): boolean {
    return (
      this.s.db.oneSql('SELECT 1 FROM media_use WHERE guid = ? LIMIT 1', [row.guid]) !== undefined ||
      this.isAvatar(row.imageid) ||
      this.s.db
        .allSql<ImageRow>('SELECT * FROM image WHERE srcid = ?', [row.imageid])
        .some((derived) => derived.deleted === 0 || this.isUsed(derived))
    );
  }

  private mayUse(row: ImageRow): boolean {
    const { viewer } = this.s;
    // Nobody in particular writes fixtures and imports; people who did not sign in write nothing.
    // A document's own picture belongs to nobody's media manager.
    if (row.userid === null) return true;
    const own = viewer === null || row.userid === viewer.userid || isAdmin(viewer);
    return (own && row.deleted === 0) || this.isUsed(row);
  }

  private isAvatar(imageid: number): boolean {
    return (
      this.s.db.oneSql(
        'SELECT 1 WHERE EXISTS (SELECT 1 FROM user WHERE imageid = ?) OR EXISTS (SELECT 1 FROM team WHERE imageid = ?)',
        [imageid, imageid],
      ) !== undefined
    );
  }
}

export class MediaWriter extends MediaReader {
  declare protected readonly s: StoreWriter;
  override readonly copies: CopyWriter;
  override readonly notes: NoteWriter;

  constructor(s: StoreWriter) {
    super(s);
    this.copies = new CopyWriter(s);
    this.notes = new NoteWriter(s);
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
    return row;
  }

  /** A picture of a document whose bytes stay where they are, on another server. */
  addAddress({ imageid, guid, remote }: { imageid: number; guid: string; remote: string }): void {
    this.s.meta.claimId('image', imageid);
    const nothingKnown = { width: 0, height: 0, ratio: 'VARIABLE', mime: '', exif: '{}' } as const;
    const created_date = Math.floor(this.s.now);
    this.insert({
      imageid,
      guid,
      remote,
      userid: null,
      srcid: null,
      markup: null,
      created_date,
      deleted: 1,
      ...nothingKnown,
    });
  }

  /** A picture of its own, of the same files, in the viewer's media manager. */
  copy(source: ImageRow): ImageRow {
    const row: ImageRow = {
      ...source,
      imageid: this.s.meta.nextId('image'),
      guid: newGuid(),
      userid: this.s.viewer?.userid ?? null,
      created_date: Math.floor(this.s.now),
      deleted: 0,
    };
    this.insert(row);
    this.s.db.runSql(
      `INSERT INTO image_file (guid, size, sha256, bytes, mime, used_date)
       SELECT ?, size, sha256, bytes, mime, used_date FROM image_file WHERE guid = ? AND sha256 IS NOT NULL`,
      [row.guid, source.guid],
    );
    return row;
  }

  /**
   * Takes pictures out of the viewer's media manager; ids that are not in it are ignored. What no document, person or other
   * picture uses is forgotten.
   */
  remove(imageids: readonly number[]): void {
    for (const imageid of new Set(imageids)) {
      const row = this.imageRow(imageid);
      if (!row || row.deleted || row.userid !== this.s.viewer?.userid) continue;
      this.s.db.runSql('UPDATE image SET deleted = 1 WHERE imageid = ?', [imageid]);
      this.forgetUnused(row);
      const source = row.srcid === null ? undefined : this.imageRow(row.srcid);
      if (source?.deleted) this.forgetUnused(source);
    }
  }

  /** Replaces the list of pictures a document needs to be complete. */
  setUses(kind: UseKind, id: number, guids: readonly string[]): void {
    this.s.db.runSql('DELETE FROM media_use WHERE kind = ? AND id = ?', [kind, id]);
    for (const guid of guids) this.use(kind, id, guid);
  }

  /** Adds one to that list. */
  use(kind: UseKind, id: number, guid: string): void {
    if (guid === avatarGuid) return;
    this.s.db.runSql('INSERT INTO media_use (kind, id, guid) VALUES (?, ?, ?) ON CONFLICT DO NOTHING', [
      kind,
      id,
      guid,
    ]);
  }

  private forgetUnused(row: ImageRow): void {
    if (this.isUsed(row)) return;
    this.s.db.runSql('DELETE FROM image WHERE imageid = ?', [row.imageid]);
    this.copies.forget(row.guid);
  }

  private insert(row: ImageRow): void {
    this.s.db.run(sqlite.insertInto('image').values({ ...row, deleted: row.deleted === 1 ? 1 : 0 }));
  }
}

/** Every variant's address is the original's with a suffix (fact sheet 5.4). */
export function imageObject(imageid: number, guid: string): Image {
  const original = `${MEDIA_HOLE}${guid}`;
  return { id: imageid, guid, ...variantsOf(original), original };
}

const variantsOf = (base: string): Partial<Record<ImageSize, string>> =>
  Object.fromEntries(imageSizeNames.map((size) => [size, `${base}.${size}`]));

/** Never send `image: null` for a person: a client loses the whole guide over it (fact sheet 4.9). */
export const avatarPlaceholder: Image = imageObject(-1, avatarGuid);

/** Item of the media manager (fact sheet 5.3). */
export function mediaImageOf(row: ImageRow): MediaImage {
  return {
    image: imageObject(row.imageid, row.guid),
    guid: row.guid,
    srcid: row.srcid,
    width: row.width,
    height: row.height,
    ratio: row.ratio,
    markup: row.markup,
    exif: JSON.parse(row.exif) as Record<string, unknown>,
  };
}

/** 122 random bits: pictures of private guides are as private as this is unguessable. */
const newGuid = (): string => randomUUID().replaceAll('-', '');
