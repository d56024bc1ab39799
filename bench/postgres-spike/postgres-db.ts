import { receiveMessageOnPort } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';

import { Db } from '../../app/store/database.ts';
import { translate } from './postgres.ts';
import type { Translated } from './postgres.ts';

export interface Statement {
  text: string;
  values: readonly unknown[];
}

/** Statements on their way to the main thread; `number` is absent when nobody waits for their rows. */
export interface Asked {
  number?: number;
  statements: readonly Statement[];
}

/** The main thread's answer: the rows of each statement. */
export type Answered = { number: number; rows: object[][] } | { number: number; failure: string };

/** The database did not answer in time, or there is no connection to it. */
export class Unavailable extends Error {}

const longestWaitMs = 1_500;

/**
 * Runs the store's statements on PostgreSQL by way of the main thread, whose answer this thread waits for. It extends the
 * SQLite engine, of which it uses nothing, because there is no interface of both yet.
 */
export class PostgresDb extends Db {
  /** Statements that this connection has run, without the beginnings and ends of transactions. */
  statementCount = 0;
  private readonly port: MessagePort;
  /** The number of the last answer that the main thread has sent. */
  private readonly answered: Int32Array;
  private number = 0;
  private readonly translated = new Map<string, Translated>();
  /** Statements that are sent together with the next one. */
  private pending: Statement[] = [];
  private recorded: Statement[] = [];
  /** Rows that were asked for together, in the order in which the store asks for them. */
  private ahead: object[][] = [];

  constructor(port: MessagePort, answered: Int32Array) {
    super({ file: ':memory:', synchronous: 'FULL' });
    this.port = port;
    this.answered = answered;
  }

  override allSql<Row>(sql: string, parameters: readonly unknown[] = []): Row[] {
    this.statementCount += 1;
    const known = this.ahead.shift();
    if (known) return known as Row[];
    const statement = this.statementOf(sql, parameters);
    this.recorded.push(statement);
    return this.ask([statement])[0] as Row[];
  }

  override oneSql<Row>(sql: string, parameters: readonly unknown[] = []): Row | undefined {
    return this.allSql<Row>(sql, parameters)[0];
  }

  override snapshot<T>(fn: () => T): T {
    this.pending.push({ text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', values: [] });
    try {
      return fn();
    } finally {
      // Nobody waits for the end: the connection runs statements in the order in which they come.
      this.send({ statements: [{ text: 'COMMIT', values: [] }] });
    }
  }

  /** Returns the statements of a read. */
  record(read: () => void): Statement[] {
    this.recorded = [];
    read();
    return this.recorded;
  }

  /** Runs a read whose statements are known, all sent at once: the least that any read of theirs can cost. */
  together<T>(statements: readonly Statement[], read: () => T): T {
    return this.snapshot(() => {
      this.ahead = this.ask(statements);
      const pending = this.pending.length;
      const result = read();
      this.pending.length = pending;
      return result;
    });
  }

  private statementOf(sql: string, parameters: readonly unknown[]): Statement {
    let translated = this.translated.get(sql);
    if (!translated) this.translated.set(sql, (translated = translate(sql)));
    const { text, names } = translated;
    const [named] = parameters;
    const values =
      names.length > 0 ? names.map((name) => Reflect.get(Object(named), name) as unknown) : parameters;
    return { text, values };
  }

  private send(asked: Asked): void {
    this.port.postMessage(asked);
  }

  /** Returns the rows of each statement, once the main thread has them. */
  private ask(statements: readonly Statement[]): object[][] {
    const before = this.pending.splice(0);
    this.number += 1;
    this.send({ number: this.number, statements: [...before, ...statements] });
    const deadline = performance.now() + longestWaitMs;
    for (;;) {
      const seen = Atomics.load(this.answered, 0);
      if (seen === this.number) break;
      const left = deadline - performance.now();
      if (left <= 0 || Atomics.wait(this.answered, 0, seen, left) === 'timed-out') {
        this.port.postMessage('drop');
        throw new Unavailable('The database did not answer.');
      }
    }
    return this.rows().slice(before.length);
  }

  /** Takes the answer to the current number, past those that came after their wait was over. */
  private rows(): object[][] {
    for (;;) {
      const { message } = receiveMessageOnPort(this.port) as { message: Answered };
      if (message.number !== this.number) continue;
      if ('failure' in message) throw new Unavailable(message.failure);
      for (const row of message.rows.flat()) {
        for (const [name, value] of Object.entries(row)) {
          // Bytes cross threads as a plain array of bytes.
          if (value instanceof Uint8Array)
            Reflect.set(row, name, Buffer.from(value.buffer, value.byteOffset, value.length));
        }
      }
      return message.rows;
    }
  }
}
