import { invalid } from '../../../shared/errors.ts';
import { imageSizeNames } from '../../../shared/model/image.ts';
import type { Image } from '../../../shared/model/image.ts';
import { MEDIA_HOLE } from '../holes.ts';
import type { StoreReader, StoreWriter } from '../store.ts';

export interface ImageRow {
  imageid: number;
  guid: string;
  userid: number | null;
  srcid: number | null;
  width: number;
  height: number;
  ratio: 'ONE_ONE' | 'FOUR_THREE' | 'VARIABLE';
  markup: string | null;
  exif: string;
  mime: string;
  created_date: number;
  deleted: number;
  remote: string | null;
}

export class MediaReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  imageRow(imageid: number): ImageRow | undefined {
    return this.s.db.oneSql<ImageRow>('SELECT * FROM image WHERE imageid = ?', [imageid]);
  }

  /** Image object (contract 2.1) with holes. */
  image(imageid: number): Image | undefined {
    const row = this.imageRow(imageid);
    return row && imageObject(row.imageid, row.guid);
  }

  requireImage(imageid: number, field: string): Image {
    const image = this.image(imageid);
    if (!image) throw invalid(field, `There is no image ${imageid} in the media manager.`);
    return image;
  }

  requireVideo(videoid: number, field: string): Record<string, unknown> {
    const row = this.s.db.oneSql<{ body: string }>('SELECT body FROM video WHERE videoid = ?', [videoid]);
    if (!row) throw invalid(field, `There is no video ${videoid} in the media manager.`);
    return JSON.parse(row.body) as Record<string, unknown>;
  }
}

export class MediaWriter extends MediaReader {
  declare protected readonly s: StoreWriter;

  /** Replaces the list of pictures a document needs to be complete. */
  setUses(kind: 'guide' | 'wiki' | 'user', id: number, guids: string[]): void {
    this.s.db.runSql('DELETE FROM media_use WHERE kind = ? AND id = ?', [kind, id]);
    for (const guid of new Set(guids)) {
      this.s.db.runSql('INSERT INTO media_use (kind, id, guid) VALUES (?, ?, ?)', [kind, id, guid]);
    }
  }
}

/** Every variant's address is the original's with a suffix (fact sheet 5.4). */
export function imageObject(imageid: number, guid: string): Image {
  const original = `${MEDIA_HOLE}${guid}`;
  const variants = Object.fromEntries(imageSizeNames.map((size) => [size, `${original}.${size}`]));
  return { id: imageid, guid, ...variants, original };
}
