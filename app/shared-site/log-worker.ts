import { workerData } from 'node:worker_threads';

import type pg from 'pg';

import { invariant } from '../../shared/assert.ts';
import type { CommitPosition } from '../store/commit-log.ts';
import { connectToPrimary, patience } from './connect.ts';
import type {
  LogAnswer,
  NumberedAnswer,
  NumberedRequest,
  LogThreadData,
  StoredCommit,
  LogRequest,
} from './log-messages.ts';

/**
 * The thread of the log of a shared site: it talks to PostgreSQL, so that the main thread can wait for an answer while it runs a
 * transaction, which is synchronous. It has one connection for turns and one for news, which must not wait behind a turn.
 */

const { database, count, port } = workerData as LogThreadData;

/** At most so many commits, of at most so many bytes, are read at once. */
const most = { commits: 200, bytes: 16_000_000 };

/** How long no new connection is tried after one failed. */
const restMs = 100;

class Connection {
  private client: Promise<pg.Client> | undefined;
  private failedAt = Number.NEGATIVE_INFINITY;
  private failure: unknown;
  private readonly options: pg.ClientConfig;

  constructor(options: pg.ClientConfig) {
    this.options = options;
  }

  /** Runs `use` with the connection. Connects first if there is none, and closes it if `use` fails. */
  async with<T>(use: (client: pg.Client) => Promise<T>): Promise<T> {
    if (performance.now() - this.failedAt < restMs) throw this.failure;
    const opened = (this.client ??= connectToPrimary(database, this.options));
    try {
      return await use(await opened);
    } catch (error) {
      this.failedAt = performance.now();
      this.failure = error;
      this.drop();
      throw error;
    }
  }

  /** Gives the connection up at once; its transaction is undone unless the database had committed it. */
  drop(): void {
    const { client } = this;
    this.client = undefined;
    client?.then(
      // `end` would wait for a database that does not answer.
      (opened) => opened.connection.stream.destroy(),
      () => undefined,
    );
  }

  async end(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    await client?.then(
      (opened) => opened.end(),
      () => undefined,
    );
  }
}

const turns = new Connection({
  pipeline: true,
  query_timeout: patience.turn + patience.statement,
  lock_timeout: patience.turn,
  idle_in_transaction_session_timeout: patience.idleTurn,
});
const readings = new Connection({ query_timeout: patience.statement });

/** True from the lock of the head row to the end of its transaction. */
let hasTurn = false;

interface HeadRow {
  number: string;
  id: string;
}

const head = { name: 'head', text: 'SELECT number, id FROM benchside_head WHERE NOT moved' };
const lockedHead = { name: 'locked-head', text: `${head.text} FOR UPDATE` };

async function turn(after: CommitPosition): Promise<LogAnswer> {
  return await turns.with(async (client) => {
    if (hasTurn) return newsOf(client, after, head);
    const [, answer] = await Promise.all([client.query('BEGIN'), newsOf(client, after, lockedHead)]);
    hasTurn = true;
    return answer;
  });
}

async function commit(id: string, bytes: Uint8Array): Promise<LogAnswer> {
  invariant(hasTurn, 'only the process that has the turn commits');
  hasTurn = false;
  return await turns.with(async (client) => {
    const [{ rows }] = await Promise.all([
      client.query<{ number: string }>({
        name: 'commit',
        text: `WITH moved AS (UPDATE benchside_head SET number = number + 1, id = $1 RETURNING number)
               INSERT INTO benchside_commit (number, id, bytes) SELECT number, $1, $2 FROM moved RETURNING number`,
        values: [id, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)],
      }),
      client.query('COMMIT'),
    ]);
    return { number: Number(rows[0]?.number) };
  });
}

async function cancel(): Promise<LogAnswer> {
  if (hasTurn) {
    hasTurn = false;
    await turns.with((client) => client.query('ROLLBACK'));
  }
  return { done: true };
}

/** Returns the commits after this one, or that this copy is not of the log's history. */
async function newsOf(
  client: pg.Client,
  after: CommitPosition,
  statement: { name: string; text: string },
): Promise<LogAnswer> {
  const { rows } = await client.query<HeadRow>(statement);
  const [newest] = rows;
  if (!newest) return { lost: true };
  const number = Number(newest.number);
  if (number === after.number)
    return newest.id === after.id ? { commits: [], newest: number } : { lost: true };
  if (number < after.number) return { lost: true };
  const commits = await commitsFrom(client, after.number);
  // Number 0 is before all commits, of every history.
  if (after.number === 0) return { commits, newest: number };
  const [own, ...next] = commits;
  return own?.number === after.number && own.id === after.id
    ? { commits: next, newest: number }
    : { lost: true };
}

/** Returns commits from this number on, as many as are read at once, and at least two. */
async function commitsFrom(client: pg.Client, number: number): Promise<StoredCommit[]> {
  const { rows } = await client.query<HeadRow & { bytes: Buffer }>({
    name: 'commits',
    text: `SELECT number, id, bytes FROM (
             SELECT number, id, bytes, sum(length(bytes)) OVER (ORDER BY number) AS total
             FROM benchside_commit WHERE number >= $1 ORDER BY number LIMIT $2) AS next
           WHERE total <= $3 OR number <= $1 + 1 ORDER BY number`,
    values: [number, most.commits, most.bytes],
  });
  return rows.map((row) => ({ number: Number(row.number), id: row.id, bytes: row.bytes }));
}

async function carryOut(request: LogRequest): Promise<LogAnswer> {
  switch (request.kind) {
    case 'turn':
      return await turn(request.after);
    case 'news':
      try {
        return await readings.with((client) => newsOf(client, request.after, head));
      } catch (error) {
        // The connection of turns leads to the same silent machine; a request that waits there is answered now.
        if (!hasTurn) turns.drop();
        throw error;
      }
    case 'commit':
      return await commit(request.id, request.bytes);
    case 'cancel':
      return await cancel();
    case 'close':
      await Promise.all([turns.end(), readings.end()]);
      return { done: true };
  }
}

async function answer({ ask, ...request }: NumberedRequest): Promise<void> {
  let result: LogAnswer;
  try {
    result = await carryOut(request);
  } catch (error) {
    result = { failure: error instanceof Error ? error.message : String(error) };
  }
  post({ ask, ...result });
}

function post(answered: NumberedAnswer): void {
  port.postMessage(answered);
  Atomics.add(count, 0, 1);
  Atomics.notify(count, 0);
}

/** Wishes about turns, which are carried out one after the other. */
let lastOfTurns = Promise.resolve();

port.on('message', (asked: NumberedRequest) => {
  if (asked.kind === 'news') void answer(asked);
  else lastOfTurns = lastOfTurns.then(() => answer(asked));
});
