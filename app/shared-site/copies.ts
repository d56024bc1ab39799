import { createReadStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';

import type pg from 'pg';

import { failpoint } from '../failpoint.ts';
import { sha256OfFile, writeThrough } from '../media/write-through.ts';
import type { CommitPosition } from '../store/commit-log.ts';

/** Bytes of a part of a copy. */
const partBytes = 1_000_000;

/** Stores a database file as the copy of the site at this commit. A copy that was cut off is written again. */
export async function storeCopy(
  client: pg.Client,
  file: string,
  { number, id }: CommitPosition,
): Promise<void> {
  let parts = 0;
  for await (const bytes of createReadStream(file, { highWaterMark: partBytes })) {
    await client.query(
      `INSERT INTO benchside_copy_part (number, part, bytes) VALUES ($1, $2, $3)
       ON CONFLICT (number, part) DO UPDATE SET bytes = excluded.bytes`,
      [number, parts, bytes],
    );
    parts += 1;
    failpoint('after-copy-part');
  }
  await client.query(
    `INSERT INTO benchside_copy (number, id, sha256, parts) VALUES ($1, $2, $3, $4)
     ON CONFLICT (number) DO UPDATE SET id = excluded.id, sha256 = excluded.sha256, parts = excluded.parts`,
    [number, id, await sha256OfFile(file), parts],
  );
}

/**
 * Writes the newest copy of the site into a file, which gets its name only when it is whole.
 *
 * @returns false if the database has no copy
 */
export async function fetchCopy(client: pg.Client, file: string): Promise<boolean> {
  const { rows } = await client.query<{ number: string; sha256: string; parts: number }>(
    'SELECT number, sha256, parts FROM benchside_copy ORDER BY number DESC LIMIT 1',
  );
  const [copy] = rows;
  if (!copy) return false;
  const part = `${file}.part`;
  try {
    const written = await writeThrough(part, partsOf(client, copy));
    if (written.sha256 !== copy.sha256) throw new Error('the copy of the site in the database is damaged');
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
  return true;
}

async function* partsOf(
  client: pg.Client,
  { number, parts }: { number: string; parts: number },
): AsyncGenerator<Buffer> {
  for (let part = 0; part < parts; part += 1) {
    const { rows } = await client.query<{ bytes: Buffer }>(
      'SELECT bytes FROM benchside_copy_part WHERE number = $1 AND part = $2',
      [number, part],
    );
    if (rows[0]) yield rows[0].bytes;
  }
}

/** Returns whether this connection alone may store a copy now, until it ends, however its process ends. */
export async function lockCopies(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>(
    `SELECT pg_try_advisory_lock(hashtext('benchside copy')) AS mine`,
  );
  return rows[0]?.mine === true;
}

/** Returns how many commits came after the newest copy, and their bytes. */
export async function sinceCopy(client: pg.Client): Promise<{ commits: number; bytes: number }> {
  const { rows } = await client.query<{ commits: string; bytes: string | null }>(
    `SELECT count(*) AS commits, sum(length(bytes)) AS bytes FROM benchside_commit
     WHERE number > coalesce((SELECT max(number) FROM benchside_copy), 0)`,
  );
  return { commits: Number(rows[0]?.commits), bytes: Number(rows[0]?.bytes) };
}

/** Removes all copies but the newest two, and the commits before them, which no new process needs. */
export async function removeOldCopies(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: string }>(
    'SELECT number FROM benchside_copy ORDER BY number DESC OFFSET 1 LIMIT 1',
  );
  const oldest = rows[0]?.number;
  if (oldest === undefined) return;
  await client.query('DELETE FROM benchside_copy WHERE number < $1', [oldest]);
  await client.query('DELETE FROM benchside_copy_part WHERE number < $1', [oldest]);
  // A copy finds its own commit in the log, to know that it is of the same history.
  await client.query('DELETE FROM benchside_commit WHERE number < $1', [oldest]);
}
