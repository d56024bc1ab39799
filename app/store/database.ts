import Database from 'better-sqlite3';

import { invariant } from '../../shared/assert.ts';
import { failpoint } from '../failpoint.ts';
import type { Logger } from '../log.ts';
import type { Change } from './commit-log.ts';
import { compile, sql } from './sql.ts';
import type { Query } from './sql.ts';

export interface DatabaseOptions {
  file: string;
  readonly?: boolean;
  /** True if statements may write the tables in which SQLite keeps its full-text indexes. */
  writesIndexes?: boolean;
  /**
   * `FULL` for a connection that takes people's edits: a commit is on the disk when it returns. `NORMAL` for the
   * sync worker, whose rows can be pulled again.
   */
  synchronous: 'FULL' | 'NORMAL';
  /** Number of WAL pages that makes a commit run a checkpoint. */
  walAutocheckpoint?: number;
  slowMs?: number;
  log?: Logger;
}

/** One SQLite connection with a cache of prepared statements. */
export class Db {
  readonly file: string;
  private readonly handle: Database.Database;
  private readonly statements = new Map<string, Database.Statement>();
  private versionStatement: Database.Statement<[], number> | undefined;
  private readonly slowMs: number;
  private readonly log: Logger | undefined;
  private afterCommit: (() => void)[] = [];
  private afterRollback: (() => void)[] = [];
  private reading = false;
  /** The changes of the open transaction; absent unless they are recorded. */
  private changes: Change[] | undefined;

  constructor(options: DatabaseOptions) {
    this.file = options.file;
    this.slowMs = options.slowMs ?? 50;
    this.log = options.log;
    this.handle = new Database(options.file, { readonly: options.readonly ?? false });
    if (options.writesIndexes) this.handle.unsafeMode();
    this.handle.pragma('busy_timeout = 10000');
    if (!options.readonly) {
      this.handle.pragma('journal_mode = WAL');
      this.handle.pragma(`synchronous = ${options.synchronous}`);
      if (options.walAutocheckpoint) this.handle.pragma(`wal_autocheckpoint = ${options.walAutocheckpoint}`);
    }
    this.handle.pragma('foreign_keys = ON');
    this.handle.pragma('cache_size = -16000');
    this.handle.pragma('temp_store = MEMORY');
  }

  all<Row>(query: Query<Row>): Row[] {
    const { sql, parameters } = compile(query);
    return this.timed(sql, () => this.prepareFor(sql, parameters).all(...parameters) as Row[]);
  }

  one<Row>(query: Query<Row>): Row | undefined {
    const { sql, parameters } = compile(query);
    return this.timed(sql, () => this.prepareFor(sql, parameters).get(...parameters) as Row | undefined);
  }

  run(query: Query<unknown>): Database.RunResult {
    const { sql, parameters } = compile(query);
    return this.timed(sql, () => this.prepareFor(sql, parameters).run(...parameters));
  }

  /** Runs the statements of a migration. All others are written with `sql.ts`. */
  exec(sql: string): void {
    this.timed(sql, () => this.handle.exec(sql));
    this.changes?.push({ sql });
  }

  /** Does again what a transaction did in another copy of this database. */
  replay({ sql, parameters }: Change): void {
    if (!parameters) {
      this.exec(sql);
      return;
    }
    const statement = this.prepareFor(sql, parameters);
    this.timed(sql, () => (statement.reader ? statement.all(...parameters) : statement.run(...parameters)));
  }

  pragma(text: string): unknown {
    return this.handle.pragma(text, { simple: true });
  }

  /** Increases with every commit of another connection to this file, in any process. */
  get dataVersion(): number {
    this.versionStatement ??= this.handle.prepare<[], number>('PRAGMA data_version').pluck();
    return this.versionStatement.get() ?? 0;
  }

  /**
   * Runs `fn` in one immediate transaction: all of it commits, or none. `fn` is synchronous, so nothing else of
   * this process can run in the middle; a returned promise is refused.
   *
   * @param beforeCommit is given what the transaction changed; if it throws, the transaction is undone
   */
  transact<T>(fn: () => T, beforeCommit?: (changes: readonly Change[]) => void): T {
    invariant(!this.handle.inTransaction, 'transactions do not nest');
    this.afterCommit = [];
    this.afterRollback = [];
    failpoint('begin');
    this.prepare('BEGIN IMMEDIATE').run();
    this.changes = beforeCommit && [];
    let result: T;
    try {
      result = fn();
      invariant(!(result instanceof Promise), 'a transaction may not be asynchronous');
      const { changes } = this;
      this.changes = undefined;
      if (changes) beforeCommit?.(changes);
      failpoint('before-commit');
      this.prepare('COMMIT').run();
      failpoint('after-commit');
    } catch (error) {
      this.changes = undefined;
      // A full disk may already have rolled the transaction back.
      if (this.handle.inTransaction) this.handle.exec('ROLLBACK');
      for (const effect of this.afterRollback.splice(0)) effect();
      throw error;
    }
    this.afterRollback = [];
    const effects = this.afterCommit;
    this.afterCommit = [];
    for (const effect of effects) effect();
    return result;
  }

  /**
   * Runs `fn` on one state of the database, unaffected by writes of other connections. This is also cheaper: single statements each lock
   * and unlock the file.
   */
  snapshot<T>(fn: () => T): T {
    if (this.handle.inTransaction) return fn();
    this.prepare('BEGIN').run();
    this.reading = true;
    try {
      return fn();
    } finally {
      this.reading = false;
      this.prepare('COMMIT').run();
    }
  }

  /** Returns whether a transaction that may write is open. */
  get inTransaction(): boolean {
    return this.handle.inTransaction && !this.reading;
  }

  /** Runs a part of the current transaction in a savepoint; if it throws, its changes are undone. */
  attempt<T>(fn: () => T): T {
    invariant(this.inTransaction, 'attempt needs a transaction');
    const [committed, rolledBack] = [this.afterCommit.length, this.afterRollback.length];
    const changed = this.changes?.length ?? 0;
    this.prepare('SAVEPOINT attempt').run();
    try {
      const result = fn();
      this.prepare('RELEASE attempt').run();
      return result;
    } catch (error) {
      if (this.handle.inTransaction) {
        this.prepare('ROLLBACK TO attempt').run();
        this.prepare('RELEASE attempt').run();
      }
      this.afterCommit.length = committed;
      if (this.changes) this.changes.length = changed;
      for (const effect of this.afterRollback.splice(rolledBack)) effect();
      throw error;
    }
  }

  /** Runs `effect` once the current transaction has committed; never when it rolls back. */
  onCommit(effect: () => void): void {
    invariant(this.handle.inTransaction, 'onCommit needs a transaction');
    this.afterCommit.push(effect);
  }

  /** Runs `effect` if the current transaction, or the current `attempt`, is rolled back. */
  onRollback(effect: () => void): void {
    invariant(this.handle.inTransaction, 'onRollback needs a transaction');
    this.afterRollback.push(effect);
  }

  /** Copies the current state of the whole database into a new file. */
  copyTo(file: string): void {
    this.run(sql`VACUUM INTO ${file}`);
  }

  /**
   * Moves the WAL into the database file. On a full disk the WAL stays and is read from there.
   *
   * @param how `RESTART` keeps the disk space of the WAL allocated
   */
  checkpoint(how: 'TRUNCATE' | 'RESTART' = 'TRUNCATE'): void {
    try {
      this.handle.pragma(`wal_checkpoint(${how})`);
    } catch (error) {
      this.log?.info({ err: error }, 'the write-ahead log could not be moved into the database');
    }
  }

  close(): void {
    this.statements.clear();
    this.handle.close();
  }

  get open(): boolean {
    return this.handle.open;
  }

  private prepareFor(sql: string, parameters: readonly unknown[]): Database.Statement {
    const statement = this.prepare(sql);
    if (this.changes && !statement.readonly) this.changes.push({ sql, parameters });
    return statement;
  }

  private prepare(sql: string): Database.Statement {
    let statement = this.statements.get(sql);
    if (!statement) {
      // Lists with varying `in (…)` lengths must not grow the cache without limit.
      if (this.statements.size > 500) this.statements.clear();
      try {
        statement = this.handle.prepare(withHiddenValues(sql));
      } catch (error) {
        throw withSql(error, sql);
      }
      this.statements.set(sql, statement);
    }
    return statement;
  }

  private timed<T>(sql: string, fn: () => T): T {
    const start = performance.now();
    try {
      return fn();
    } catch (error) {
      throw withSql(error, sql);
    } finally {
      const ms = performance.now() - start;
      if (ms > this.slowMs) this.log?.info({ ms: Math.round(ms), sql: sql.slice(0, 200) }, 'slow query');
    }
  }
}

/**
 * Hides bound values from the planner by a unary plus. SQLite recompiles a statement at each run if its planner may use
 * a bound value: after LIMIT, and for equality in a join. Without ANALYZE those values do not help the planner.
 */
export const withHiddenValues = (sql: string): string => sql.replaceAll(/(=|\bLIMIT) (?=[?:])/gi, '$1 +');

function withSql(error: unknown, sql: string): unknown {
  if (error instanceof Error && !error.message.includes(' in: ')) {
    error.message = `${error.message} in: ${sql.slice(0, 300)}`;
  }
  return error;
}
