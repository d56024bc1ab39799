import { MEDIA_PLACEHOLDER, SITE_PLACEHOLDER } from '../placeholders.ts';
import { sql } from '../sql.ts';
import type { StoredRow } from '../sql.ts';
import type { ReadAccess, WriteAccess } from '../access.ts';

/** The file of a document or video, found by the guid in its address. */
export type StoredFile = Pick<
  StoredRow<'media_file'>,
  'guid' | 'name' | 'mime' | 'bytes' | 'sha256' | 'remote'
>;

/** Both folders are also served below `/igi/`, so an address with the media placeholder works on any server. */
export const fileAddress = (folder: 'Document' | 'Video', guid: string, name: string): string =>
  `${MEDIA_PLACEHOLDER}${folder}/${guid}/${encodeURIComponent(name)}`;

const addresses = new RegExp(`${MEDIA_PLACEHOLDER}((?:Document|Video)/([\\w-]{1,64})/([^"/]+))`, 'g');

/** Returns our own files that a stored JSON text refers to. */
export const filesNamed = (body: string): { guid: string; name: string; remote: string }[] =>
  [...body.matchAll(addresses)].map(([, path = '', guid = '', name = '']) => ({
    guid,
    name: decoded(name),
    remote: `${SITE_PLACEHOLDER}/igi/${path}`,
  }));

export class StoredFileReader {
  protected readonly s: ReadAccess;

  constructor(s: ReadAccess) {
    this.s = s;
  }

  find(guid: string): StoredFile | undefined {
    return this.s.db.one(sql<StoredFile>`SELECT guid, name, mime, bytes, sha256, remote FROM media_file
       WHERE guid = ${guid}`);
  }

  isReferenced(sha256: string): boolean {
    return this.s.db.one(sql`SELECT 1 FROM media_file WHERE sha256 = ${sha256} LIMIT 1`) !== undefined;
  }

  /** Returns files of the site that are not here, those with the fewest failures first. */
  nextWanted(limit: number, maxAttempts: number): { guid: string; remote: string; attempts: number }[] {
    return this.s.db.all(sql`SELECT guid, remote, attempts FROM media_file
       WHERE sha256 IS NULL AND attempts < ${maxAttempts} AND remote IS NOT NULL
       ORDER BY attempts, guid LIMIT ${limit}`);
  }
}

export class StoredFileWriter extends StoredFileReader {
  declare protected readonly s: WriteAccess;

  /** Records a stored file. Call it after `MediaFiles.write`, never before. */
  put(file: Omit<StoredFile, 'remote'>): void {
    this.s.db.run(sql`INSERT INTO media_file (guid, name, mime, bytes, sha256)
       VALUES (${file.guid}, ${file.name}, ${file.mime}, ${file.bytes}, ${file.sha256})`);
  }

  /** Records a file of the site that is wanted here. */
  putRemote(file: { guid: string; name: string; remote: string; mime?: string; bytes?: number }): void {
    const { guid, name, remote, mime = 'application/octet-stream', bytes = 0 } = file;
    this.s.db.run(sql`INSERT INTO media_file (guid, name, mime, bytes, remote)
       VALUES (${guid}, ${name}, ${mime}, ${bytes}, ${remote})
       ON CONFLICT (guid) DO UPDATE SET name = excluded.name, remote = excluded.remote
       WHERE media_file.remote IS NOT NULL`);
  }

  /** Records that a wanted file is stored. */
  putCopy(guid: string, { sha256, bytes }: { sha256: string; bytes: number }, mime: string): void {
    this.s.db.run(sql`UPDATE media_file
       SET sha256 = ${sha256}, bytes = ${bytes}, mime = ${mime}, attempts = 0, failure = NULL
       WHERE guid = ${guid}`);
  }

  /** @param reason A sentence for a person. */
  markFailed(guid: string, reason: string): void {
    this.s.db.run(sql`UPDATE media_file SET attempts = attempts + 1, failure = ${reason}
       WHERE guid = ${guid}`);
  }

  retryFailed(): void {
    this.s.db.run(sql`UPDATE media_file SET attempts = 0 WHERE sha256 IS NULL AND attempts > 0`);
  }

  /** Marks a lost or damaged file as missing. */
  lost(sha256: string): void {
    this.s.db.run(sql`UPDATE media_file SET sha256 = NULL, failure = 'It was lost or damaged on this desk.'
       WHERE sha256 = ${sha256}`);
  }

  /** Leaves the file to `MediaFiles.sweep`, because an upload of the same content may be in progress. */
  forget(guid: string): void {
    this.s.db.run(sql`DELETE FROM media_file WHERE guid = ${guid}`);
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch (error) {
    if (error instanceof URIError) return name;
    throw error;
  }
}
