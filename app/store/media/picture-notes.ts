import { notFetchedYet } from '../../../shared/model/image.ts';
import { settingsOf } from '../desk-settings.ts';
import { SITE_PLACEHOLDER } from '../placeholders.ts';
import { listOf, sql } from '../sql.ts';
import type { SqlPart } from '../sql.ts';
import type { StoreReader, StoreWriter } from '../aggregates.ts';
import { guidesBelow, neededSizes } from './copies.ts';
import type { Completeness, FileSize, PictureRole } from './copies.ts';

/** A picture that a guide of the site needs to be complete. */
export interface NotedPicture {
  id: number;
  guid: string;
  /** Address of the original on the site, with placeholders (`app/store/placeholders.ts`). */
  original: string;
  role: PictureRole;
}

export interface PictureNote {
  guideid: number;
  pictures: NotedPicture[];
}

export interface PackedNote {
  /** One line a picture: id, guid, and only those fields that differ from the defaults. */
  text: string;
  /** Number of its pictures that are not covers. */
  others: number;
}

interface Row {
  guideid: number;
  pictures: string;
}

const usual = (guid: string): string => `${SITE_PLACEHOLDER}/igi/${guid}`;

/**
 * Pictures of guides that are not in the tables of files to fetch (`image`, `image_file`, `media_use`) yet. Those tables
 * take more space than the guides' texts, and a desk may never want most of them.
 */
export class PictureNoteReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  /**
   * Returns covers of guides that are not listed, without the other pictures, which would need much memory. A desk that
   * fetches everything lists a cover in all its roles at once, so that a complete picture stays complete.
   */
  uncovered(limit: number): PictureNote[] {
    const all = settingsOf(this.s).pictures === 'all';
    return this.rows(sql`covered = 0 LIMIT ${limit}`).map(({ guideid, pictures }) => {
      const covers = unpacked(pictures, coverLine);
      const guids = new Set(covers.map(({ guid }) => guid));
      const hasCover = (line: string): boolean => guids.has(line.split('\t', 2)[1] ?? '');
      return { guideid, pictures: all ? unpacked(pictures, { test: hasCover }) : covers };
    });
  }

  /** Returns notes of guides that were marked as favorite or opened, or are in these categories. */
  urgent(limit: number, pinned: readonly string[]): PictureNote[] {
    return this.notes(sql`guideid IN (SELECT guideid FROM favorite UNION SELECT guideid FROM reading_position
       UNION SELECT guideid FROM (${guidesBelow(pinned)})) LIMIT ${limit}`);
  }

  next(limit: number): PictureNote[] {
    return this.notes(sql`TRUE LIMIT ${limit}`);
  }

  of(guideid: number): PictureNote | undefined {
    return this.notes(sql`guideid = ${guideid}`)[0];
  }

  /** Returns the note with this picture. Scans all notes: only for pictures that are found nowhere else. */
  having(picture: { id: number } | { guid: string }): PictureNote | undefined {
    const piece = 'id' in picture ? `\n${picture.id}\t` : `\t${picture.guid}`;
    return this.notes(sql`instr(pictures, ${piece}) > 0`).find(({ pictures }) =>
      pictures.some(({ id, guid }) => ('id' in picture ? id === picture.id : guid === picture.guid)),
    );
  }

  /** Counts noted pictures without covers. A picture shown by several guides counts for each. */
  others(): number {
    return (
      this.s.db.one(sql<{ others: number }>`SELECT total(others) AS others FROM picture_note`)?.others ?? 0
    );
  }

  /** Returns `undefined` if the guide's pictures are listed. */
  completeness(guideid: number): Completeness | undefined {
    const note = this.of(guideid);
    if (!note) return undefined;
    const absent = filesOf(note.pictures).filter(({ guid, size }) => !this.s.media.copies.fileOf(guid, size));
    const missing = [...new Map(absent.map((file) => [file.guid, file])).values()];
    const needed = new Set(note.pictures.map(({ guid }) => guid)).size;
    return {
      needed,
      present: needed - missing.length,
      missing: missing.slice(0, 50).map((file) => ({ ...file, reason: notFetchedYet })),
    };
  }

  /** Returns whether all noted pictures of a guide are here. */
  isComplete(guideid: number): boolean {
    const { copies } = this.s.media;
    return filesOf(this.of(guideid)?.pictures ?? []).every(({ guid, size }) => copies.fileOf(guid, size));
  }

  private notes(condition: SqlPart): PictureNote[] {
    return this.rows(condition).map(({ guideid, pictures }) => ({
      guideid,
      pictures: unpacked(pictures),
    }));
  }

  private rows(condition: SqlPart): Row[] {
    return this.s.db.all(sql`SELECT guideid, pictures FROM picture_note WHERE ${condition}`);
  }
}

export class PictureNoteWriter extends PictureNoteReader {
  declare protected readonly s: StoreWriter;

  put(guideid: number, { text, others }: PackedNote): void {
    if (this.isListed(guideid, text)) {
      this.drop([guideid]);
      return;
    }
    this.s.db.run(sql`INSERT INTO picture_note (guideid, pictures, others)
       VALUES (${guideid}, ${text}, ${others})
       ON CONFLICT (guideid) DO UPDATE
       SET pictures = excluded.pictures, others = excluded.others, covered = 0`);
  }

  /** Avoids work for most edits, which change texts and not pictures. */
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

  /** Lists all pictures that a guide needs, unless that was done. */
  list(guideid: number): void {
    const note = this.of(guideid);
    if (!note) return;
    this.s.media.setUses('guide', guideid, []);
    for (const picture of note.pictures) this.enter(guideid, picture);
    this.drop([guideid]);
  }

  /** Lists one picture of a note. */
  enter(guideid: number, { role, ...image }: NotedPicture): void {
    this.s.media.copies.putRemote(image, role);
    this.s.media.use('guide', guideid, image.guid);
  }

  /** Marks the covers of these guides as listed. */
  cover(guideids: readonly number[]): void {
    this.s.db.run(sql`UPDATE picture_note SET covered = 1 WHERE guideid IN ${listOf(guideids)}`);
  }

  drop(guideids: readonly number[]): void {
    this.s.db.run(sql`DELETE FROM picture_note WHERE guideid IN ${listOf(guideids)}`);
  }
}

function filesOf(pictures: readonly NotedPicture[]): { guid: string; size: FileSize }[] {
  const files = new Map<string, { guid: string; size: FileSize }>();
  for (const { guid, role } of pictures)
    for (const size of neededSizes(role)) files.set(`${guid}.${size}`, { guid, size });
  return [...files.values()];
}

/** Packs pictures into a note. Tabs and line feeds in addresses have no meaning and are removed. */
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
