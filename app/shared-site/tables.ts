import type pg from 'pg';

import { AppError } from '../../shared/errors.ts';
import type { CommitPosition } from '../store/commit-log.ts';

/** Version of these tables. A program refuses those of a newer one. */
const format = 1;

/**
 * - `benchside_head`: one row, the newest commit. Who has locked it may commit. `moved` is true once the site is somewhere else.
 * - `benchside_commit`: what each commit changed, in the bytes of `commit-bytes.ts`.
 * - `benchside_copy`: a whole database as it was after a commit, in parts, so that a new process need not read all commits.
 */
const tables = `
  CREATE TABLE IF NOT EXISTS benchside_head (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    format integer NOT NULL,
    number bigint NOT NULL,
    id text NOT NULL,
    moved boolean NOT NULL DEFAULT false
  );
  CREATE TABLE IF NOT EXISTS benchside_commit (
    number bigint PRIMARY KEY,
    id text NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    bytes bytea NOT NULL
  );
  ALTER TABLE benchside_commit ALTER COLUMN bytes SET STORAGE EXTERNAL;
  CREATE TABLE IF NOT EXISTS benchside_copy (
    number bigint PRIMARY KEY,
    id text NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    sha256 text NOT NULL,
    parts integer NOT NULL
  );
  CREATE TABLE IF NOT EXISTS benchside_copy_part (
    number bigint NOT NULL,
    part integer NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (number, part)
  );
  ALTER TABLE benchside_copy_part ALTER COLUMN bytes SET STORAGE EXTERNAL;
`;

/** Makes the tables where they are missing. Two processes may do so at once. */
export async function createTables(client: pg.Client): Promise<void> {
  await client.query('BEGIN');
  try {
    // "IF NOT EXISTS" alone fails when another connection creates the same table meanwhile.
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('benchside'))`);
    await client.query(tables);
    await client.query('COMMIT');
  } catch (error) {
    // The first error is the reason; a lost connection cannot roll back, and its transaction ends with it.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

interface HeadRow {
  format: number;
  number: string;
  id: string;
  moved: boolean;
}

const selectHead = 'SELECT format, number, id, moved FROM benchside_head';

/**
 * Returns the newest commit of the site in this database; undefined if there is no site.
 *
 * @throws AppError `incompatible` for tables of a newer program, and for a site that was moved away
 */
export async function headOf(client: pg.Client): Promise<CommitPosition | undefined> {
  const [head] = (await client.query<HeadRow>(selectHead)).rows;
  if (head && head.format > format)
    throw new AppError(
      'incompatible',
      'This database was written by a newer version of Benchside. Install that version.',
    );
  if (head?.moved)
    throw new AppError(
      'incompatible',
      'The site of this database was moved to the folder of a hub. Nothing was changed. Use that hub, or another database.',
    );
  return head && { number: Number(head.number), id: head.id };
}

/** Like `headOf`, but of a site that was moved away, too, and nobody commits until the transaction ends. */
export async function lockHead(client: pg.Client): Promise<CommitPosition | undefined> {
  const [head] = (await client.query<HeadRow>(`${selectHead} FOR UPDATE`)).rows;
  return head && { number: Number(head.number), id: head.id };
}

/** Begins a site. @returns false if there is one already */
export async function beginSite(client: pg.Client, { number, id }: CommitPosition): Promise<boolean> {
  const { rowCount } = await client.query(
    'INSERT INTO benchside_head (format, number, id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [format, number, id],
  );
  return rowCount === 1;
}

/** Ends a site in this database: every process notices and stops. */
export async function endSite(client: pg.Client): Promise<void> {
  await client.query('UPDATE benchside_head SET moved = true');
}
