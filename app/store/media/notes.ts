import { SITE_HOLE } from '../holes.ts';
import type { StoreReader, StoreWriter } from '../store.ts';
import { neededSizes } from './copies.ts';
import type { Completeness, PictureRole } from './copies.ts';

/** A picture a guide of the site is only complete with. */
export interface NotedPicture {
  id: number;
  guid: string;
  /** Its address there, with a hole for the site's own. */
  original: string;
  role: PictureRole;
}

export interface PictureNote {
  guideid: number;
  pictures: NotedPicture[];
}

type Packed = [id: number, guid: string, original: string, role: PictureRole];

const usual = (guid: string): string => `${SITE_HOLE}/igi/${guid}`;

/**
 * Pictures of guides that were stored and are not listed yet. Guids are random: entered one guide after the other, the
 * lists of pictures would be written all over, again and again, and cost a first sync more than its texts do.
 */
export class NoteReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  next(limit: number): PictureNote[] {
    return this.s.db
      .allSql<{ guideid: number; pictures: string }>('SELECT guideid, pictures FROM picture_note LIMIT ?', [
        limit,
      ])
      .map(({ guideid, pictures }) => ({ guideid, pictures: unpacked(pictures) }));
  }

  /** `undefined` when the guide's pictures are listed. */
  completeness(guideid: number): Completeness | undefined {
    const row = this.s.db.oneSql<{ pictures: string }>(
      'SELECT pictures FROM picture_note WHERE guideid = ?',
      [guideid],
    );
    if (!row) return undefined;
    const files = new Map(
      unpacked(row.pictures).flatMap(({ guid, role }) =>
        neededSizes(role).map((size) => [`${guid}.${size}`, { guid, size }]),
      ),
    );
    const missing = [...files.values()].filter(({ guid, size }) => !this.s.media.copies.fileOf(guid, size));
    return {
      needed: files.size,
      present: files.size - missing.length,
      missing: missing.slice(0, 50).map((file) => ({ ...file, reason: 'It has not been fetched yet.' })),
    };
  }
}

export class NoteWriter extends NoteReader {
  declare protected readonly s: StoreWriter;

  put({ guideid, pictures }: PictureNote): void {
    if (this.isListed({ guideid, pictures })) {
      this.drop([guideid]);
      return;
    }
    const packed = pictures.map(({ id, guid, original, role }): Packed => [
      id,
      guid,
      original === usual(guid) ? '' : original,
      role,
    ]);
    this.s.db.runSql(
      'INSERT INTO picture_note (guideid, pictures) VALUES (?, ?) ON CONFLICT (guideid) DO UPDATE SET pictures = excluded.pictures',
      [guideid, JSON.stringify(packed)],
    );
  }

  /** Most edits change texts and leave the pictures as they are. */
  private isListed({ guideid, pictures }: PictureNote): boolean {
    const uses = this.s.media.uses('guide', guideid);
    const guids = new Set(pictures.map(({ guid }) => guid));
    return (
      uses.length === guids.size &&
      uses.every((guid) => guids.has(guid)) &&
      pictures.every((picture) => this.s.media.copies.isListed(picture))
    );
  }

  drop(guideids: readonly number[]): void {
    this.s.db.runSql('DELETE FROM picture_note WHERE guideid IN (SELECT value FROM json_each(?))', [
      JSON.stringify(guideids),
    ]);
  }
}

const unpacked = (text: string): NotedPicture[] =>
  (JSON.parse(text) as Packed[]).map(([id, guid, original, role]) => ({
    id,
    guid,
    original: original || usual(guid),
    role,
  }));
