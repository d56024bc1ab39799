import { concerning } from '../../failpoint.ts';
import { imageSizeNames, imageSizes } from '../../../shared/model/image.ts';
import type { ImageSize } from '../../../shared/model/image.ts';
import { settingsOf } from '../desk-settings.ts';
import type { StoreReader, StoreWriter } from '../store.ts';
import type { ImageFile, UseKind } from './media.ts';

export type FileSize = ImageFile['size'];

/** What a picture is in a document, which decides the sizes a desk fetches. */
export type PictureRole = 'cover' | 'step' | 'page' | 'avatar';

/**
 * Few requests a picture: strips and lists are served from the next larger size that is here. A cover is wanted for the head of
 * its guide (`large`), a step's picture as it is read (`medium`, there soon) and as it is zoomed (`huge`).
 */
const sizesOfRole: Record<PictureRole, readonly ImageSize[]> = {
  avatar: ['thumbnail'],
  cover: ['large'],
  page: ['medium'],
  step: ['medium', 'huge'],
};

export const neededSizes = (role: PictureRole): readonly ImageSize[] => sizesOfRole[role];

/** Order of fetching among equals: what lets most of a screen be shown comes first. */
const fetchOrder: readonly FileSize[] = [
  'large',
  'thumbnail',
  'medium',
  ...imageSizeNames.filter((size) => !['large', 'thumbnail', 'medium'].includes(size)),
  'original',
];

/** `attempts` of a file that the site answered it does not have: it is not asked for with every round. */
const lacking = 1_000;

/** `attempts` of a file that was removed to make room: it is not fetched again until somebody wants it. */
const evicted = 1_000_000;

export interface WantedFile {
  guid: string;
  size: FileSize;
  attempts: number;
  /** To try in this order: the variant, then the original, which every site has. */
  addresses: string[];
}

export interface WantedOptions {
  limit: number;
  /** Files that failed this often wait for `retryFailed`. */
  maxAttempts: number;
  /** Guides to complete before all others, such as the one being read. */
  first?: readonly number[];
  /** `favorites` and `opened` (which includes favourites) leave out the step pictures of other guides, not covers. */
  scope?: 'all' | 'favorites' | 'opened';
  /** Titles of categories whose guides are to be complete whatever the scope is, with all below them. */
  pinned?: readonly string[];
}

export interface Completeness {
  needed: number;
  present: number;
  /** At most 50; `reason` is a sentence for a person. */
  missing: { guid: string; size: string; reason: string }[];
}

/** Cursor of what a desk's last round that fetched any had counted. */
export const picturesHere = 'pictures-here';

export interface PicturesHere {
  /** Of which any size is here. */
  pictures: number;
  bytes: number;
}

interface WantedRow {
  guid: string;
  size: FileSize;
  attempts: number;
  remote: string;
}

export class CopyReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  /** The stored file of exactly this size. */
  fileOf(guid: string, size: FileSize): ImageFile | undefined {
    return this.s.db.oneSql<ImageFile>(
      'SELECT size, sha256, bytes, mime FROM image_file WHERE guid = ? AND size = ? AND sha256 IS NOT NULL',
      [guid, size],
    );
  }

  /** All stored files of a picture, best first for a wanted size: itself, larger ones, then smaller ones. */
  filesNear(guid: string, size: FileSize): ImageFile[] {
    const distance = (file: ImageFile): number => {
      const away = sideOf(file.size) - sideOf(size);
      return away >= 0 ? away : 1e6 - away;
    };
    return this.s.db
      .allSql<ImageFile>(
        'SELECT size, sha256, bytes, mime FROM image_file WHERE guid = ? AND sha256 IS NOT NULL',
        [guid],
      )
      .sort((a, b) => distance(a) - distance(b));
  }

  /** What `putRemote` has noted of the pictures of a guide, by guid. */
  listed(guideid: number): Map<string, { remote: string | null; sizes: string[] }> {
    const rows = this.s.db.allSql<{ guid: string; remote: string | null; sizes: string | null }>(
      `SELECT u.guid, i.remote, (SELECT group_concat(f.size) FROM image_file f WHERE f.guid = u.guid) AS sizes
       FROM media_use u LEFT JOIN image i ON i.guid = u.guid WHERE u.kind = 'guide' AND u.id = ?`,
      [guideid],
    );
    return new Map(rows.map(({ guid, remote, sizes }) => [guid, { remote, sizes: sizes?.split(',') ?? [] }]));
  }

  /** Whether any size of it is here or to be fetched. */
  isWanted(guid: string): boolean {
    return this.s.db.oneSql('SELECT 1 FROM image_file WHERE guid = ? LIMIT 1', [guid]) !== undefined;
  }

  /** Whether all wanted sizes of a picture are here, but for those that were removed to make room. */
  isComplete(guid: string): boolean {
    const absent = `SELECT 1 FROM image_file WHERE guid = ? AND sha256 IS NULL AND attempts < ${evicted}`;
    return this.s.db.oneSql(absent, [guid]) === undefined;
  }

  /** Whether anything has this file, a document or a video too. */
  isReferenced(sha256: string): boolean {
    return (
      this.s.db.oneSql('SELECT 1 FROM image_file WHERE sha256 = ? LIMIT 1', [sha256]) !== undefined ||
      this.s.media.files.isReferenced(sha256)
    );
  }

  /** How many of the pictures a document needs are here in all sizes. A picture that nothing is known of is missing. */
  completeness(kind: UseKind, id: number): Completeness {
    const noted = kind === 'guide' ? this.s.media.notes.completeness(id) : undefined;
    if (noted) return noted;
    const from = 'FROM media_use u LEFT JOIN image_file f ON f.guid = u.guid WHERE u.kind = ? AND u.id = ?';
    const count = this.s.db.oneSql<{ needed: number; present: number | null }>(
      `SELECT count(*) AS needed, sum(files = here) AS present
       FROM (SELECT count(f.sha256) AS here, count(*) AS files ${from} GROUP BY u.guid)`,
      [kind, id],
    );
    const needed = count?.needed ?? 0;
    const present = count?.present ?? 0;
    if (needed === present) return { needed, present, missing: [] };
    const missing = this.s.db
      .allSql<{ guid: string; size: string | null; failure: string | null }>(
        // With a bare `max`, SQLite takes the other columns from the row that has it: a failure if there is one.
        `SELECT u.guid, f.size, f.failure, max(f.failure IS NOT NULL) ${from} AND f.sha256 IS NULL GROUP BY u.guid LIMIT 50`,
        [kind, id],
      )
      .map(({ guid, size, failure }) => ({
        guid,
        size: size ?? 'original',
        reason: failure ?? (size ? 'It has not been fetched yet.' : 'Nothing is known of this picture here.'),
      }));
    return { needed, present, missing };
  }

  /** The next listed files to fetch: of `first`, of favourites, of opened guides, covers, then everything by size. */
  nextWanted({ limit, maxAttempts, first = [], scope = 'all', pinned = [] }: WantedOptions): WantedFile[] {
    const found = new Map<string, WantedRow>();
    const take = (condition: string, parameters: unknown[], order: string): void => {
      if (found.size >= limit) return;
      const rows = this.s.db.allSql<WantedRow>(
        `SELECT f.guid, f.size, f.attempts, i.remote FROM image_file f JOIN image i ON i.guid = f.guid
         WHERE f.sha256 IS NULL AND f.attempts < ? AND i.remote IS NOT NULL AND ${condition} ORDER BY ${order} LIMIT ?`,
        [maxAttempts, ...parameters, limit],
      );
      for (const row of rows) if (found.size < limit) found.set(`${row.guid}.${row.size}`, row);
    };
    // Few documents can be sorted; the long tail below walks an index and stops at its limit.
    const small = "f.attempts, f.size = 'huge', f.guid";
    if (first.length > 0) take(ofGuides('SELECT value FROM json_each(?)'), [JSON.stringify(first)], small);
    take(ofGuides('SELECT guideid FROM favorite'), [], small);
    if (pinned.length > 0) take(ofGuides(guidesBelow), [JSON.stringify(pinned)], small);
    if (scope !== 'favorites') take(ofGuides('SELECT guideid FROM reading'), [], small);
    for (const size of scope === 'all' ? fetchOrder : fetchOrder.slice(0, 2)) {
      take('f.size = ?', [size], 'f.attempts, f.guid');
    }
    return [...found.values()].map(({ guid, size, attempts, remote }) => ({
      guid,
      size,
      attempts,
      addresses: addressesOf(remote, size),
    }));
  }

  /**
   * Pictures with any size here and their bytes on disk; and of all that are wanted, how many are here in all wanted sizes.
   * Counts every row: milliseconds for tens of thousands, so ask every few seconds and not every frame.
   */
  usage(): { pictures: number; bytes: number; complete: number; wanted: number } {
    const rows = this.s.db.oneSql<{ pictures: number; complete: number; wanted: number }>(
      `SELECT total(here > 0) AS pictures, total(here = files) AS complete, count(*) AS wanted
       FROM (SELECT count(sha256) AS here, count(*) AS files FROM image_file WHERE attempts < ${evicted} GROUP BY guid)`,
    ) ?? { pictures: 0, complete: 0, wanted: 0 };
    const noted = settingsOf(this.s).pictures === 'all' ? this.s.media.notes.others() : 0;
    const disk = this.s.db.oneSql<{ bytes: number | null }>(
      'SELECT sum(bytes) AS bytes FROM (SELECT DISTINCT sha256, bytes FROM image_file WHERE sha256 IS NOT NULL)',
    );
    return { ...rows, wanted: rows.wanted + noted, bytes: disk?.bytes ?? 0 };
  }

  /**
   * Files to remove to free `bytes`: the longest unused first, the largest of equals. Never what only exists here, and
   * never of a favourite, of a pinned category or of a guide somebody is working on.
   */
  evictable(
    bytes: number,
    pinned: readonly string[] = [],
  ): { guid: string; size: FileSize; sha256: string; bytes: number }[] {
    const candidates = this.s.db.allSql<{ guid: string; size: FileSize; sha256: string; bytes: number }>(
      `SELECT f.guid, f.size, f.sha256, f.bytes FROM image_file f JOIN image i ON i.guid = f.guid
       WHERE f.sha256 IS NOT NULL AND i.remote IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM media_use u WHERE u.guid = f.guid AND u.kind = 'guide' AND (
           u.id IN (SELECT guideid FROM favorite) OR u.id IN (${guidesBelow}) OR
           u.id IN (SELECT guideid FROM work_log WHERE status IN ('started', 'running', 'paused', 'suspended'))))
       ORDER BY f.used_date, f.bytes DESC`,
      [JSON.stringify(pinned)],
    );
    let freed = 0;
    const enough = candidates.findIndex((file) => (freed += file.bytes) >= bytes);
    return enough < 0 ? candidates : candidates.slice(0, enough + 1);
  }
}

export class CopyWriter extends CopyReader {
  declare protected readonly s: StoreWriter;

  /** Notes that a file is stored. Call it after `MediaFiles.write`, never before. */
  putFile(guid: string, size: FileSize, file: Omit<ImageFile, 'size'>): void {
    concerning('picture');
    this.s.db.runSql(
      `INSERT INTO image_file (guid, size, sha256, bytes, mime, used_date) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (guid, size) DO UPDATE SET sha256 = excluded.sha256, bytes = excluded.bytes, mime = excluded.mime,
       used_date = excluded.used_date, attempts = 0, failure = NULL`,
      [guid, size, file.sha256, file.bytes, file.mime, Math.floor(this.s.now)],
    );
  }

  /**
   * Notes a picture seen in the site's documents, and the sizes of it that are wanted here. Where two of the site's ids share
   * a guid, the first one stays: the bytes are the same.
   *
   * @param image Image object with the site's own addresses.
   */
  putRemote(image: { id: number; guid: string; original: string }, role: PictureRole): void {
    if (image.id < 0) return;
    this.s.db.runSql(
      `INSERT INTO image (imageid, guid, userid, width, height, ratio, mime, created_date, deleted, remote)
       VALUES (?, ?, NULL, 0, 0, 'VARIABLE', '', ?, 1, ?)
       ON CONFLICT (guid) DO UPDATE SET remote = excluded.remote
         WHERE image.remote IS NOT NULL AND image.remote <> excluded.remote
       ON CONFLICT (imageid) DO UPDATE SET guid = excluded.guid, remote = excluded.remote WHERE image.remote IS NOT NULL`,
      [image.id, image.guid, Math.floor(this.s.now), image.original],
    );
    for (const size of neededSizes(role)) {
      this.s.db.runSql('INSERT INTO image_file (guid, size) VALUES (?, ?) ON CONFLICT DO NOTHING', [
        image.guid,
        size,
      ]);
    }
  }

  /**
   * @param reason A sentence for a person.
   * @param isLacking whether the site answered, and does not have it
   */
  markFailed(guid: string, size: FileSize, reason: string, isLacking = false): void {
    const attempts = isLacking ? String(lacking) : 'attempts + 1';
    this.s.db.runSql(
      `UPDATE image_file SET attempts = ${attempts}, failure = ? WHERE guid = ? AND size = ? AND sha256 IS NULL`,
      [reason, guid, size],
    );
  }

  /**
   * Lets failed files be tried again, as at the start of a round. Removed ones stay removed.
   *
   * @param mostLacking those that the site does not have only if they are no more than this; all where it is left out
   */
  retryFailed(mostLacking?: number): void {
    // Naming the sizes lets it walk the few that failed in `image_file_absent`.
    const failed = `sha256 IS NULL AND size IN (${fetchOrder.map((size) => `'${size}'`).join(', ')}) AND attempts`;
    const lack = `SELECT 1 FROM image_file WHERE ${failed} BETWEEN ${lacking} AND ${evicted - 1} LIMIT ?`;
    const isMuch =
      mostLacking !== undefined && this.s.db.allSql(lack, [mostLacking + 1]).length > mostLacking;
    const below = isMuch ? lacking : evicted;
    this.s.db.runSql(`UPDATE image_file SET attempts = 0 WHERE ${failed} BETWEEN 1 AND ${below - 1}`);
  }

  /** Somebody opened a document: its pictures are in use, and those removed to make room are wanted again. */
  touch(kind: UseKind, id: number): void {
    if (kind === 'guide') this.s.media.notes.list(id);
    const ofDocument = 'guid IN (SELECT guid FROM media_use WHERE kind = ? AND id = ?)';
    this.s.db.runSql(`UPDATE image_file SET used_date = ? WHERE ${ofDocument}`, [
      Math.floor(this.s.now),
      kind,
      id,
    ]);
    this.s.db.runSql(
      `UPDATE image_file SET attempts = 0, failure = NULL WHERE ${ofDocument} AND attempts = ${evicted}`,
      [kind, id],
    );
  }

  /** What was removed to make room and belongs to these categories, or below them, is wanted again. */
  wantBelow(categories: readonly string[]): void {
    this.s.db.runSql(
      `UPDATE image_file SET attempts = 0, failure = NULL WHERE attempts = ${evicted} AND guid IN (
         SELECT guid FROM media_use WHERE kind = 'guide' AND id IN (${guidesBelow}))`,
      [JSON.stringify(categories)],
    );
  }

  /** @returns The hash to delete from disk, or undefined while another picture has the same file. */
  evict(guid: string, size: FileSize): string | undefined {
    const file = this.fileOf(guid, size);
    this.s.db.runSql(
      `UPDATE image_file SET sha256 = NULL, bytes = 0, attempts = ${evicted},
       failure = 'It was removed from this machine to make room. Open the guide while the site can be reached to fetch it again.'
       WHERE guid = ? AND size = ?`,
      [guid, size],
    );
    return file && !this.isReferenced(file.sha256) ? file.sha256 : undefined;
  }

  /** A file turned out to be gone or damaged: what had it is incomplete again. */
  lost(sha256: string): void {
    this.s.db.runSql(
      `UPDATE image_file SET sha256 = NULL, bytes = 0, failure = 'Its file was lost or damaged on this machine.' WHERE sha256 = ?`,
      [sha256],
    );
  }

  /** The files themselves are left to `MediaFiles.sweep`: an upload of the same content may be under way. */
  forget(guid: string): void {
    this.s.db.runSql('DELETE FROM image_file WHERE guid = ?', [guid]);
  }
}

/** Guides of the categories of a list, and of all below them. */
export const guidesBelow = `WITH RECURSIVE below(title) AS (
    SELECT value FROM json_each(?)
    UNION SELECT w.title FROM below b JOIN wiki w ON w.parent = b.title WHERE w.namespace = 'CATEGORY' AND w.deleted = 0
  ) SELECT guideid FROM guide WHERE deleted = 0 AND category IN below`;

const ofGuides = (ids: string): string =>
  `f.guid IN (SELECT guid FROM media_use WHERE kind = 'guide' AND id IN (${ids}))`;

const sideOf = (size: FileSize): number => (size === 'original' ? 1e5 : imageSizes[size]);

/** Some sites' originals end in `.full`; their variants replace that (CONTRACT 6.2). */
function addressesOf(remote: string, size: FileSize): string[] {
  const base = remote.replace(/\.(full|original)$/, '');
  return size === 'original' ? [remote] : [`${base}.${size}`, remote];
}
