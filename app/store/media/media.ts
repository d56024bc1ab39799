import { randomUUID } from 'node:crypto';

import { invariant } from '../../../shared/assert.ts';
import { invalid } from '../../../shared/errors.ts';
import { imageSizeNames } from '../../../shared/model/image.ts';
import type { Image, ImageSize, MediaImage } from '../../../shared/model/image.ts';
import { MEDIA_PLACEHOLDER } from '../placeholders.ts';
import { mayReadPicture, mayReadSource, mayUsePicture } from '../policy/media.ts';
import type { UseKind } from '../schema-notes.ts';
import { directions, sql } from '../sql.ts';
import type { StoredRow } from '../sql.ts';
import type { StoreReader } from '../aggregates.ts';
import { CopyReader } from './copies.ts';
import { factOf } from './facts.ts';
import { PictureNoteReader } from './picture-notes.ts';
import type { ImageListOptions, Ratio } from './new-image.ts';
import { StoredFileReader } from './stored-files.ts';

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

/** One stored variant; `original` is a size too. From a `source` the original is made on first request. */
export interface ImageFile {
  size: ImageSize | 'original' | 'source';
  sha256: string;
  bytes: number;
  mime: string;
}

/** Guid of the placeholder for people without a picture; built in, so it always exists (CONTRACT 3.5). */
export const avatarGuid = 'default_avatar_placeholder_guid';
/** Guid of the placeholder for videos without a poster; built in as well. */
export const posterGuid = 'default_video_placeholder_guid';

export class MediaReader {
  protected readonly s: StoreReader;
  /** Copies of pictures on this desk. */
  readonly copies: CopyReader;
  /** Pictures of the site that are not listed yet. */
  readonly pictureNotes: PictureNoteReader;
  /** Files of documents and videos. */
  readonly files: StoredFileReader;

  constructor(s: StoreReader) {
    this.s = s;
    this.copies = new CopyReader(s);
    this.pictureNotes = new PictureNoteReader(s);
    this.files = new StoredFileReader(s);
  }

  imageRow(imageid: number): ImageRow | undefined {
    const row = this.s.db.one(sql<ImageRow>`SELECT * FROM image WHERE imageid = ${imageid}`);
    return row ?? this.notedRow({ id: imageid });
  }

  /** Finds a picture by imageid or guid, as the API's addresses allow both. */
  find(idOrGuid: string): ImageRow | undefined {
    if (/^-?\d{1,15}$/.test(idOrGuid)) return this.imageRow(Number(idOrGuid));
    const row = this.s.db.one(sql<ImageRow>`SELECT * FROM image WHERE guid = ${idOrGuid}`);
    return row ?? this.notedRow({ guid: idOrGuid });
  }

  /** Finds a picture of a guide whose pictures are not listed yet. */
  private notedRow(picture: { id: number } | { guid: string }): ImageRow | undefined {
    if ('id' in picture && picture.id <= 0) return undefined;
    const note = this.pictureNotes.having(picture);
    const found = note?.pictures.find((one) =>
      'id' in picture ? one.id === picture.id : one.guid === picture.guid,
    );
    if (!note || !found) return undefined;
    this.foundNoted(note.guideid);
    return remoteRow({ imageid: found.id, guid: found.guid, remote: found.original }, this.s.now);
  }

  /** Hook for the writer, which lists the guide's pictures. */
  protected foundNoted(_guideid: number): void {}

  /** Returns whether any text may show a picture. */
  isAnyInTexts(): boolean {
    return this.s.db.one(sql`SELECT 1 FROM media_use WHERE kind = 'text' LIMIT 1`) !== undefined;
  }

  /** Hook for the writer, which keeps pictures that a text has shown. */
  shownInText(_guid: string): void {}

  /** Returns an image object (CONTRACT 6.1); templated. */
  image(imageid: number): Image | undefined {
    const row = this.imageRow(imageid);
    return row && this.objectOf(row);
  }

  /** Returns an image object: with our own addresses, or another server's if the bytes stay there. */
  objectOf({ imageid, guid, remote }: ImageRow): Image {
    if (remote === null || this.copies.isWanted(guid) || this.pictureNotes.having({ guid }))
      return imageObject(imageid, guid);
    return { id: imageid, guid, ...variantsOf(remote.replace(/\.(full|original)$/, '')), original: remote };
  }

  /** Returns an image that the viewer may put into a document: their own, or one they see in a document. */
  requireImage(imageid: number, field: string): Image {
    const row = this.imageRow(imageid);
    if (!row || !mayUsePicture(this.s, row))
      throw invalid(field, `There is no image ${imageid} in the media manager.`);
    return this.objectOf(row);
  }

  requireVideo(videoid: number, field: string): Record<string, unknown> {
    return this.s.videos.require(videoid, field);
  }

  /** Like `requireImage`, as an item of the media manager. */
  requireItem(imageid: number, field: string): MediaImage {
    this.requireImage(imageid, field);
    const row = this.imageRow(imageid);
    invariant(row, 'a required image has a row');
    return this.item(row);
  }

  /** Returns the picture that this one was made from, if the viewer may see it. */
  source(row: ImageRow): ImageRow | undefined {
    const source = row.srcid === null ? undefined : this.imageRow(row.srcid);
    return source && mayReadSource(this.s, row, source) ? source : undefined;
  }

  /** Returns an item of the media manager (CONTRACT 6.3). */
  item(row: ImageRow): MediaImage {
    const { width, height, ratio, markup } = (row.width === 0 && factOf(this.s, row.imageid)) || row;
    return {
      image: this.objectOf(row),
      guid: row.guid,
      srcid: row.srcid,
      width,
      height,
      ratio,
      markup,
      exif: JSON.parse(row.exif) as Record<string, unknown>,
    };
  }

  /** Returns a picture for its owner's feed; undefined for anyone else and after it left the media manager. */
  answer(imageid: number): string | undefined {
    const row = this.imageRow(imageid);
    if (!row || row.deleted || row.userid === null || row.userid !== this.s.viewer?.userid) return undefined;
    return JSON.stringify({ ...this.item(row), userid: row.userid });
  }

  list({ userid, ratio, minWidth, minHeight, order, limit, offset }: ImageListOptions): MediaImage[] {
    return this.s.db
      .all(sql<ImageRow>`SELECT * FROM image
         WHERE userid = ${userid} AND deleted = 0 AND width >= ${minWidth} AND height >= ${minHeight}
           AND (${ratio ?? null} IS NULL OR ratio = ${ratio ?? null})
         ORDER BY imageid ${directions[order]} LIMIT ${limit} OFFSET ${offset}`)
      .map((row) => this.item(row));
  }

  /** Returns the ids of all pictures in a person's media manager. */
  ids(userid: number): number[] {
    return this.s.db
      .all(sql<StoredRow<'image', 'imageid'>>`SELECT imageid FROM image
         WHERE userid = ${userid} AND deleted = 0`)
      .map(({ imageid }) => imageid);
  }

  mayRead(row: ImageRow): boolean {
    return mayReadPicture(this.s, row);
  }

  /** Returns the guids of the pictures that a document needs. */
  uses(kind: UseKind, id: number): string[] {
    return this.s.db
      .all(sql<StoredRow<'media_use', 'guid'>>`SELECT guid FROM media_use
         WHERE kind = ${kind} AND id = ${id}`)
      .map(({ guid }) => guid);
  }

  /** Returns whether anything uses the picture, including revisions and posters of videos. */
  isUsed(row: ImageRow): boolean {
    return (
      this.s.db.one(sql`SELECT 1 FROM media_use WHERE guid = ${row.guid} LIMIT 1`) !== undefined ||
      this.s.db.one(sql`SELECT 1 FROM video WHERE imageid = ${row.imageid} LIMIT 1`) !== undefined ||
      this.isAvatar(row.imageid) ||
      this.s.db
        .all(sql<ImageRow>`SELECT * FROM image WHERE srcid = ${row.imageid}`)
        .some((derived) => derived.deleted === 0 || this.isUsed(derived))
    );
  }

  /** Returns whether it is the picture of a person or a team. */
  isAvatar(imageid: number): boolean {
    return (
      this.s.db.one(sql`SELECT 1
         WHERE EXISTS (SELECT 1 FROM account WHERE imageid = ${imageid}) OR
           EXISTS (SELECT 1 FROM team WHERE imageid = ${imageid})`) !== undefined
    );
  }
}

/** Returns a row for a document's picture whose bytes are on another server; nothing else is known of it. */
export const remoteRow = (
  row: Pick<ImageRow, 'imageid' | 'guid'> & { remote: string },
  now: number,
): ImageRow => ({
  ...row,
  userid: null,
  srcid: null,
  width: 0,
  height: 0,
  ratio: 'VARIABLE',
  markup: null,
  exif: '{}',
  mime: '',
  created_date: Math.floor(now),
  deleted: 1,
});

/** Each variant's address is the original's address with a suffix (CONTRACT 6.2). */
export function imageObject(imageid: number, guid: string): Image {
  const original = `${MEDIA_PLACEHOLDER}${guid}`;
  return { id: imageid, guid, ...variantsOf(original), original };
}

const variantsOf = (base: string): Partial<Record<ImageSize, string>> =>
  Object.fromEntries(imageSizeNames.map((size) => [size, `${base}.${size}`]));

/** Never send `image: null` for a person: a client then fails to load the whole guide (CONTRACT 3.5). */
export const avatarPlaceholder: Image = imageObject(-1, avatarGuid);

/** Returns 122 random bits: pictures of private guides are protected only by a guid that cannot be guessed. */
export const newGuid = (): string => randomUUID().replaceAll('-', '');
