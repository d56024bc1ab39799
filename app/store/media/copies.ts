import { labelTransaction } from '../../failpoint.ts';
import type { CopyState } from '../../../shared/model/benchside.ts';
import { imageSizeNames, imageSizes, notFetchedYet } from '../../../shared/model/image.ts';
import type { ImageSize } from '../../../shared/model/image.ts';
import { settingsOf } from '../desk-settings.ts';
import { listOf, sql } from '../sql.ts';
import type { SqlPart } from '../sql.ts';
import type { StoreReader, StoreWriter } from '../aggregates.ts';
import type { UseKind } from '../schema-notes.ts';
import type { ImageFile } from './media.ts';

export type FileSize = ImageFile['size'];

/** The role of a picture in a document. It decides which sizes a desk fetches. */
export type PictureRole = 'cover' | 'step' | 'page' | 'text' | 'avatar';

/**
 * Keeps requests per picture few: strips and lists are served from the next larger size that is here. A cover is needed
 * for the head of its guide (`large`), a step's picture for reading (`medium`, fetched first) and for zooming (`huge`).
 */
const sizesOfRole: Record<PictureRole, readonly ImageSize[]> = {
  avatar: ['thumbnail'],
  cover: ['large'],
  page: ['medium'],
  step: ['medium', 'huge'],
  text: ['medium'],
};

export const neededSizes = (role: PictureRole): readonly ImageSize[] => sizesOfRole[role];

/** Order of fetching among equals: sizes that complete most of a screen come first. */
const fetchOrder: readonly FileSize[] = [
  'large',
  'thumbnail',
  'medium',
  ...imageSizeNames.filter((size) => !['large', 'thumbnail', 'medium'].includes(size)),
  'original',
];

/** `attempts` of a file that the site said it does not have, so that not every round asks for it. */
const lacking = 1_000;

/** `attempts` of a file removed to free space: it is not fetched again until someone opens its document. */
const evicted = 1_000_000;

export interface WantedFile {
  guid: string;
  size: FileSize;
  attempts: number;
  /** Addresses to try in order: the variant, then the original, which every site has. */
  addresses: string[];
}

export interface WantedOptions {
  limit: number;
  /** Files that failed this often are skipped until `retryFailed`. */
  maxAttempts: number;
  /** Guides to complete before all others, such as the one being read. */
  first?: readonly number[];
  /** `favorites` and `opened` (which includes favorites) skip step pictures of other guides, but not covers. */
  scope?: 'all' | 'favorites' | 'opened';
  /** Titles of categories whose guides, and those of categories below, are fetched completely in any scope. */
  pinned?: readonly string[];
}

export type Completeness = CopyState['media'];

export interface PicturesHere {
  /** Number of pictures with every wanted size here. */
  pictures: number;
  bytes: number;
}

interface Evictable {
  guid: string;
  size: FileSize;
  sha256: string;
  bytes: number;
  /** UNIX seconds without fractions. A file that was only fetched was written before the end of this second. */
  used_date: number;
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

  /** Returns the stored file of exactly this size. */
  fileOf(guid: string, size: FileSize): ImageFile | undefined {
    return this.s.db.one(sql<ImageFile>`SELECT size, sha256, bytes, mime FROM image_file
       WHERE guid = ${guid} AND size = ${size} AND sha256 IS NOT NULL`);
  }

  /** Returns all stored files of a picture, best first for a wanted size: that size, larger ones, then smaller ones. */
  filesNear(guid: string, size: FileSize): ImageFile[] {
    const distance = (file: ImageFile): number => {
      const away = sideOf(file.size) - sideOf(size);
      return away >= 0 ? away : 1e6 - away;
    };
    return this.s.db
      .all(sql<ImageFile>`SELECT size, sha256, bytes, mime FROM image_file
         WHERE guid = ${guid} AND sha256 IS NOT NULL`)
      .sort((a, b) => distance(a) - distance(b));
  }

  /** Returns the pictures of a guide by guid, as `putRemote` stored them. */
  listed(guideid: number): Map<string, { remote: string | null; sizes: string[] }> {
    const rows = this.s.db.all(sql<{
      guid: string;
      remote: string | null;
      sizes: string | null;
    }>`SELECT u.guid, i.remote,
         (SELECT group_concat(f.size) FROM image_file f WHERE f.guid = u.guid) AS sizes
       FROM media_use u LEFT JOIN image i ON i.guid = u.guid WHERE u.kind = 'guide' AND u.id = ${guideid}`);
    return new Map(rows.map(({ guid, remote, sizes }) => [guid, { remote, sizes: sizes?.split(',') ?? [] }]));
  }

  /** Returns whether any size of a picture is here or wanted. */
  isWanted(guid: string): boolean {
    return this.s.db.one(sql`SELECT 1 FROM image_file WHERE guid = ${guid} LIMIT 1`) !== undefined;
  }

  /** Returns whether all wanted sizes of a picture are here, not counting those removed to free space. */
  isComplete(guid: string): boolean {
    const absent = this.s.db.one(sql`SELECT 1 FROM image_file
       WHERE guid = ${guid} AND sha256 IS NULL AND attempts < ${evicted}`);
    return absent === undefined;
  }

  /** Returns whether anything uses this file, including documents and videos. */
  isReferenced(sha256: string): boolean {
    return (
      this.s.db.one(sql`SELECT 1 FROM image_file WHERE sha256 = ${sha256} LIMIT 1`) !== undefined ||
      this.s.media.files.isReferenced(sha256)
    );
  }

  /** Returns all files that are here, including those of documents and videos. */
  storedFiles(): { sha256: string; bytes: number }[] {
    return this.s.db.all(sql`SELECT sha256, bytes FROM image_file WHERE sha256 IS NOT NULL
       UNION SELECT sha256, bytes FROM media_file WHERE sha256 IS NOT NULL`);
  }

  /** Counts the pictures that a document needs and those here in all wanted sizes. A picture without stored data counts as missing. */
  completeness(kind: UseKind, id: number): Completeness {
    const noted = kind === 'guide' ? this.s.media.pictureNotes.completeness(id) : undefined;
    if (noted) return noted;
    const from = sql`FROM media_use u LEFT JOIN image_file f ON f.guid = u.guid
      WHERE u.kind = ${kind} AND u.id = ${id}`;
    const count = this.s.db.one(sql<{ needed: number; present: number | null }>`SELECT count(*) AS needed,
         sum(files = here) AS present
       FROM (SELECT count(f.sha256) AS here, count(*) AS files ${from} GROUP BY u.guid)`);
    const needed = count?.needed ?? 0;
    const present = count?.present ?? 0;
    if (needed === present) return { needed, present, missing: [] };
    // With a bare `max`, SQLite takes the other columns from the row that has it: a failure if there is one.
    const missing = this.s.db
      .all(sql<{
        guid: string;
        size: string | null;
        failure: string | null;
      }>`SELECT u.guid, f.size, f.failure,
         max(f.failure IS NOT NULL) ${from} AND f.sha256 IS NULL GROUP BY u.guid LIMIT 50`)
      .map(({ guid, size, failure }) => ({
        guid,
        size: size ?? 'original',
        reason: failure ?? (size ? notFetchedYet : 'This desk does not know this picture.'),
      }));
    return { needed, present, missing };
  }

  /**
   * Returns the next listed files to fetch: of `first`, of favorites, of pinned categories, of opened guides, then
   * covers, then the rest by size.
   */
  nextWanted({ limit, maxAttempts, first = [], scope = 'all', pinned = [] }: WantedOptions): WantedFile[] {
    const found = new Map<string, WantedRow>();
    const take = (condition: SqlPart, order: SqlPart): void => {
      if (found.size >= limit) return;
      const rows = this.s.db.all(sql<WantedRow>`SELECT f.guid, f.size, f.attempts, i.remote
         FROM image_file f JOIN image i ON i.guid = f.guid
         WHERE f.sha256 IS NULL AND f.attempts < ${maxAttempts} AND i.remote IS NOT NULL AND ${condition}
         ORDER BY ${order} LIMIT ${limit}`);
      for (const row of rows) if (found.size < limit) found.set(`${row.guid}.${row.size}`, row);
    };
    // The few files of these guides can be sorted; the long tail below walks an index and stops at its limit.
    const small = sql`f.attempts, f.size = 'huge', f.guid`;
    if (first.length > 0) take(ofGuides(listOf(first)), small);
    take(ofGuides(sql`(SELECT guideid FROM favorite)`), small);
    if (pinned.length > 0) take(ofGuides(sql`(${guidesBelow(pinned)})`), small);
    if (scope !== 'favorites') take(ofGuides(sql`(SELECT guideid FROM reading_position)`), small);
    for (const size of scope === 'all' ? fetchOrder : fetchOrder.slice(0, 2)) {
      take(sql`f.size = ${size}`, sql`f.attempts, f.guid`);
    }
    return [...found.values()].map(({ guid, size, attempts, remote }) => ({
      guid,
      size,
      attempts,
      addresses: addressesOf(remote, size),
    }));
  }

  /**
   * Counts wanted pictures, those here in every wanted size, and the bytes of all files on disk. It reads every row,
   * which takes milliseconds for tens of thousands: call it every few seconds, not every frame.
   */
  usage(): { pictures: number; bytes: number; wanted: number } {
    const rows = this.s.db.one(sql<{ pictures: number; wanted: number }>`SELECT
         total(here = files) AS pictures, count(*) AS wanted
       FROM (SELECT count(sha256) AS here, count(*) AS files FROM image_file
         WHERE attempts < ${evicted} GROUP BY guid)`) ?? { pictures: 0, wanted: 0 };
    const noted = settingsOf(this.s).pictures === 'all' ? this.s.media.pictureNotes.others() : 0;
    const disk = this.s.db.one(sql<{ bytes: number | null }>`SELECT sum(bytes) AS bytes
       FROM (SELECT DISTINCT sha256, bytes FROM image_file WHERE sha256 IS NOT NULL)`);
    return { ...rows, wanted: rows.wanted + noted, bytes: disk?.bytes ?? 0 };
  }

  /**
   * Returns files to remove to free `bytes`: longest unused first, the largest of equals. Never files that exist only
   * here, nor those of a favorite, a pinned category or a guide with a run in progress.
   */
  evictable(bytes: number, pinned: readonly string[] = []): Evictable[] {
    const candidates = this.s.db.all(sql<Evictable>`SELECT f.guid, f.size, f.sha256, f.bytes, f.used_date
       FROM image_file f JOIN image i ON i.guid = f.guid
       WHERE f.sha256 IS NOT NULL AND i.remote IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM media_use u WHERE u.guid = f.guid AND u.kind = 'guide' AND (
           u.id IN (SELECT guideid FROM favorite) OR u.id IN (${guidesBelow(pinned)}) OR
           u.id IN (SELECT guideid FROM work_log WHERE status IN ('started', 'running', 'paused', 'suspended'))))
       ORDER BY f.used_date, f.bytes DESC`);
    let freed = 0;
    const enough = candidates.findIndex((file) => (freed += file.bytes) >= bytes);
    return enough < 0 ? candidates : candidates.slice(0, enough + 1);
  }
}

export class CopyWriter extends CopyReader {
  declare protected readonly s: StoreWriter;

  /** Records a stored file. Call it after `MediaFiles.write`, never before. */
  putFile(guid: string, size: FileSize, file: Omit<ImageFile, 'size'>): void {
    labelTransaction('picture');
    this.s.db.run(sql`INSERT INTO image_file (guid, size, sha256, bytes, mime, used_date)
       VALUES (${guid}, ${size}, ${file.sha256}, ${file.bytes}, ${file.mime}, ${Math.floor(this.s.now)})
       ON CONFLICT (guid, size) DO UPDATE
       SET sha256 = excluded.sha256, bytes = excluded.bytes, mime = excluded.mime,
       used_date = excluded.used_date, attempts = 0, failure = NULL`);
  }

  /**
   * Stores a picture found in the site's documents and the sizes of it that are wanted here. If two ids of the site
   * share a guid, the first stays: the bytes are the same.
   *
   * @param image Image object with the site's own addresses.
   */
  putRemote(image: { id: number; guid: string; original: string }, role: PictureRole): void {
    if (image.id < 0) return;
    this.s.db.run(sql`INSERT INTO image (imageid, guid, userid, width, height, ratio, mime, created_date,
         deleted, remote)
       VALUES (${image.id}, ${image.guid}, NULL, 0, 0, 'VARIABLE', '', ${Math.floor(this.s.now)}, 1,
         ${image.original})
       ON CONFLICT (guid) DO UPDATE SET remote = excluded.remote
         WHERE image.remote IS NOT NULL AND image.remote <> excluded.remote
       ON CONFLICT (imageid) DO UPDATE SET guid = excluded.guid, remote = excluded.remote
       WHERE image.remote IS NOT NULL`);
    if (role === 'text') this.s.media.shownInText(image.guid);
    for (const size of neededSizes(role)) {
      this.s.db.run(sql`INSERT INTO image_file (guid, size) VALUES (${image.guid}, ${size})
         ON CONFLICT DO NOTHING`);
    }
  }

  /**
   * @param reason A sentence for a person.
   * @param isLacking whether the site answered that it does not have the file
   */
  markFailed(guid: string, size: FileSize, reason: string, isLacking = false): void {
    const attempts = isLacking ? sql`${lacking}` : sql`attempts + 1`;
    this.s.db.run(sql`UPDATE image_file SET attempts = ${attempts}, failure = ${reason}
       WHERE guid = ${guid} AND size = ${size} AND sha256 IS NULL`);
  }

  /**
   * Lets failed files be tried again, as at the start of a round. Removed files stay removed.
   *
   * @param mostLacking retries files that the site does not have only if there are at most this many; absent: always
   */
  retryFailed(mostLacking?: number): void {
    // Naming all sizes lets SQLite use `image_file_absent`, which has only the few that failed.
    const failed = sql`sha256 IS NULL AND size IN (${sql.join(fetchOrder.map(sql.lit))}) AND attempts`;
    const lack = sql`SELECT 1 FROM image_file WHERE ${failed} BETWEEN ${lacking} AND ${evicted - 1}`;
    const isMuch =
      mostLacking !== undefined && this.s.db.all(sql`${lack} LIMIT ${mostLacking + 1}`).length > mostLacking;
    const below = isMuch ? lacking : evicted;
    this.s.db.run(sql`UPDATE image_file SET attempts = 0 WHERE ${failed} BETWEEN 1 AND ${below - 1}`);
  }

  /** Marks an opened document's pictures as used; those removed to free space are wanted again. */
  touch(kind: UseKind, id: number): void {
    if (kind === 'guide') this.s.media.pictureNotes.list(id);
    const ofDocument = sql`guid IN (SELECT guid FROM media_use WHERE kind = ${kind} AND id = ${id})`;
    this.s.db.run(sql`UPDATE image_file SET used_date = ${Math.floor(this.s.now)} WHERE ${ofDocument}`);
    this.s.db.run(sql`UPDATE image_file SET attempts = 0, failure = NULL
       WHERE ${ofDocument} AND attempts = ${evicted}`);
  }

  /** Wants pictures again that were removed to free space, in guides of these categories and those below. */
  wantBelow(categories: readonly string[]): void {
    this.s.db.run(sql`UPDATE image_file SET attempts = 0, failure = NULL
       WHERE attempts = ${evicted} AND guid IN (
         SELECT guid FROM media_use WHERE kind = 'guide' AND id IN (${guidesBelow(categories)}))`);
  }

  /** @returns the hash to delete from disk; undefined while another picture uses the same file */
  evict(guid: string, size: FileSize): string | undefined {
    const file = this.fileOf(guid, size);
    this.s.db.run(sql`UPDATE image_file SET sha256 = NULL, bytes = 0, attempts = ${evicted},
       failure = 'It was removed from this desk to make room. Open the guide while the site can be reached to fetch it again.'
       WHERE guid = ${guid} AND size = ${size}`);
    return file && !this.isReferenced(file.sha256) ? file.sha256 : undefined;
  }

  /** Marks a lost or damaged file as missing for everything that uses it. */
  lost(sha256: string): void {
    this.s.db.run(sql`UPDATE image_file
       SET sha256 = NULL, bytes = 0, failure = 'Its file was lost or damaged on this desk.'
       WHERE sha256 = ${sha256}`);
  }

  /** Leaves the files to `MediaFiles.sweep`, because an upload of the same content may be in progress. */
  forget(guid: string): void {
    this.s.db.run(sql`DELETE FROM image_file WHERE guid = ${guid}`);
  }
}

/** SQL for the guides of a list of categories and of all categories below them. */
export const guidesBelow = (categories: readonly string[]): SqlPart => sql`WITH RECURSIVE below(title) AS (
    SELECT value FROM json_each(${JSON.stringify(categories)})
    UNION SELECT w.title FROM below b JOIN wiki w ON w.parent = b.title WHERE w.namespace = 'CATEGORY' AND w.deleted = 0
  ) SELECT guideid FROM guide WHERE deleted = 0 AND category IN below`;

const ofGuides = (ids: SqlPart): SqlPart =>
  sql`f.guid IN (SELECT guid FROM media_use WHERE kind = 'guide' AND id IN ${ids})`;

function sideOf(size: FileSize): number {
  if (size === 'source') return 2e5;
  return size === 'original' ? 1e5 : imageSizes[size];
}

/** Originals of some sites end in `.full`; variants replace that suffix (CONTRACT 6.2). */
function addressesOf(remote: string, size: FileSize): string[] {
  const base = remote.replace(/\.(full|original)$/, '');
  return size === 'original' ? [remote] : [`${base}.${size}`, remote];
}
