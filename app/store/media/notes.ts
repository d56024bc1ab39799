import { settingsOf } from '../desk-settings.ts';
import { SITE_HOLE } from '../holes.ts';
import type { StoreReader, StoreWriter } from '../store.ts';
import { guidesBelow, neededSizes } from './copies.ts';
import type { Completeness, FileSize, PictureRole } from './copies.ts';

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

/** As it is stored. */
export interface PackedNote {
  /** A line each: number and guid, and what is not as usual. */
  text: string;
  /** Pictures it names beside covers. */
  others: number;
}

interface Row {
  guideid: number;
  pictures: string;
}

const usual = (guid: string): string => `${SITE_HOLE}/igi/${guid}`;

/**
 * Pictures of guides that are not among the lists of what to fetch (`image`, `image_file`, `media_use`) yet. Those take
 * more room than the guides' texts do, and a desk may never want most of them.
 */
export class NoteReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  /**
   * The covers of guides that are not listed, without their other pictures, which would be many in memory. A desk that
   * fetches everything lists a cover in all its roles at once: a picture that is complete stays complete.
   */
  uncovered(limit: number): PictureNote[] {
    const all = settingsOf(this.s).pictures === 'all';
    return this.rows('covered = 0 LIMIT ?', [limit]).map(({ guideid, pictures }) => {
      const covers = unpacked(pictures, coverLine);
      const guids = new Set(covers.map(({ guid }) => guid));
      const hasCover = (line: string): boolean => guids.has(line.split('\t', 2)[1] ?? '');
      return { guideid, pictures: all ? unpacked(pictures, { test: hasCover }) : covers };
    });
  }

  /** Of guides somebody marked or opened, and of these categories. */
  urgent(limit: number, pinned: readonly string[]): PictureNote[] {
    return this.notes(
      `guideid IN (SELECT guideid FROM favorite UNION SELECT guideid FROM reading UNION SELECT guideid FROM (${guidesBelow}))
       LIMIT ?`,
      [JSON.stringify(pinned), limit],
    );
  }

  next(limit: number): PictureNote[] {
    return this.notes('TRUE LIMIT ?', [limit]);
  }

  of(guideid: number): PictureNote | undefined {
    return this.notes('guideid = ?', [guideid])[0];
  }

  /** The note that has this picture. Walks all of them: for what is not found anywhere else. */
  having(picture: { id: number } | { guid: string }): PictureNote | undefined {
    const piece = 'id' in picture ? `\n${picture.id}\t` : `\t${picture.guid}`;
    return this.notes('instr(pictures, ?) > 0', [piece]).find(({ pictures }) =>
      pictures.some(({ id, guid }) => ('id' in picture ? id === picture.id : guid === picture.guid)),
    );
  }

  /** Pictures that are noted, without covers. One that several guides show counts in each. */
  others(): number {
    return (
      this.s.db.oneSql<{ others: number }>('SELECT total(others) AS others FROM picture_note')?.others ?? 0
    );
  }

  /** `undefined` when the guide's pictures are listed. */
  completeness(guideid: number): Completeness | undefined {
    const note = this.of(guideid);
    if (!note) return undefined;
    const absent = filesOf(note.pictures).filter(({ guid, size }) => !this.s.media.copies.fileOf(guid, size));
    const missing = [...new Map(absent.map((file) => [file.guid, file])).values()];
    const needed = new Set(note.pictures.map(({ guid }) => guid)).size;
    return {
      needed,
      present: needed - missing.length,
      missing: missing.slice(0, 50).map((file) => ({ ...file, reason: 'It has not been fetched yet.' })),
    };
  }

  /** Whether all that is noted of a guide is here. */
  isComplete(guideid: number): boolean {
    const { copies } = this.s.media;
    return filesOf(this.of(guideid)?.pictures ?? []).every(({ guid, size }) => copies.fileOf(guid, size));
  }

  private notes(condition: string, parameters: readonly unknown[]): PictureNote[] {
    return this.rows(condition, parameters).map(({ guideid, pictures }) => ({
      guideid,
      pictures: unpacked(pictures),
    }));
  }

  private rows(condition: string, parameters: readonly unknown[]): Row[] {
    return this.s.db.allSql(`SELECT guideid, pictures FROM picture_note WHERE ${condition}`, [...parameters]);
  }
}

export class NoteWriter extends NoteReader {
  declare protected readonly s: StoreWriter;

  put(guideid: number, { text, others }: PackedNote): void {
    if (this.isListed(guideid, text)) {
      this.drop([guideid]);
      return;
    }
    this.s.db.runSql(
      `INSERT INTO picture_note (guideid, pictures, others) VALUES (?, ?, ?)
       ON CONFLICT (guideid) DO UPDATE SET pictures = excluded.pictures, others = excluded.others, covered = 0`,
      [guideid, text, others],
    );
  }

  /** Most edits change texts and leave the pictures as they are. */
  private isListed(guideid: number, text: string): boolean {
    const listed = this.s.media.copies.listed(guideid);
    const pictures = unpacked(text);
    return (
      listed.size === new Set(pictures.map(({ guid }) => guid)).size &&
      pictures.every(({ guid, original, role }) => {
        const image = listed.get(guid);
        return image?.remote === original && neededSizes(role).every((size) => image.sizes.includes(size));
      })
    );
  }

  /** Lists what a guide needs at once, where that is not done. */
  list(guideid: number): void {
    const note = this.of(guideid);
    if (!note) return;
    this.s.media.dropUses('guide', guideid);
    for (const picture of note.pictures) this.enter(guideid, picture);
    this.drop([guideid]);
  }

  /** Lists one picture of a note. */
  enter(guideid: number, { role, ...image }: NotedPicture): void {
    this.s.media.copies.putRemote(image, role);
    this.s.media.use('guide', guideid, image.guid);
  }

  /** The covers of these guides are listed. */
  cover(guideids: readonly number[]): void {
    this.s.db.runSql(
      'UPDATE picture_note SET covered = 1 WHERE guideid IN (SELECT value FROM json_each(?))',
      [JSON.stringify(guideids)],
    );
  }

  drop(guideids: readonly number[]): void {
    this.s.db.runSql('DELETE FROM picture_note WHERE guideid IN (SELECT value FROM json_each(?))', [
      JSON.stringify(guideids),
    ]);
  }
}

function filesOf(pictures: readonly NotedPicture[]): { guid: string; size: FileSize }[] {
  const files = new Map<string, { guid: string; size: FileSize }>();
  for (const { guid, role } of pictures)
    for (const size of neededSizes(role)) files.set(`${guid}.${size}`, { guid, size });
  return [...files.values()];
}

/** An address may hold a tab or a line's end, and means none. */
export function packedNote(pictures: readonly NotedPicture[]): PackedNote {
  const lines = pictures.map(({ id, guid, original, role }) => {
    const fields = [id, guid, role, original === usual(guid) ? '' : original];
    return `\n${fields.map((field) => String(field).replaceAll(/[\t\n]/g, '')).join('\t')}`;
  });
  const covers = new Set(pictures.flatMap(({ guid, role }) => (role === 'cover' ? [guid] : [])));
  return {
    text: lines.join('').replaceAll(/(\tstep)?\t(?=\n|$)/g, ''),
    others: new Set(pictures.map(({ guid }) => guid)).size - covers.size,
  };
}

const coverLine = /^\d+\t[^\t]*\tcover(\t|$)/;

const unpacked = (text: string, wanted: { test(line: string): boolean } = /^/): NotedPicture[] =>
  text
    .split('\n')
    .slice(1)
    .filter((line) => wanted.test(line))
    .map((line) => {
      const [id, guid = '', role = 'step', original] = line.split('\t');
      return { id: Number(id), guid, role: role as PictureRole, original: original ?? usual(guid) };
    });
