import { randomUUID } from 'node:crypto';
import { MessageChannel, Worker, receiveMessageOnPort } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';

import { invariant } from '../../shared/assert.ts';
import { AppError } from '../../shared/errors.ts';
import { moduleBeside } from '../module-beside.ts';
import type { ChangeSet, CommitLog, CommitPosition, SiteCopy } from '../store/commit-log.ts';
import { fromBytes, toBytes } from './commit-bytes.ts';
import { patience } from './connect.ts';
import type {
  LogAnswer,
  NumberedAnswer,
  NumberedRequest,
  LogThreadData,
  LogRequest,
} from './log-messages.ts';

/** A turn that nobody has used for so long goes to other processes. */
const unusedTurnMs = 25;

/** The log of a shared site in PostgreSQL, by way of a thread (`log-worker.ts`). */
export class SharedLog implements CommitLog {
  /** Rejects once this process cannot go on: its copy is of another history, the site needs a newer program, or the thread has ended. */
  readonly failed: Promise<never>;
  private readonly fail: (reason: Error) => void;
  private readonly thread: Worker;
  private readonly port: MessagePort;
  private readonly count = new Int32Array(new SharedArrayBuffer(4));
  private asks = 0;
  private readonly waiting = new Map<number, (answer: LogAnswer) => void>();
  /** The ask for whose answer this thread stands still. */
  private standing: { ask: number; answer?: LogAnswer } | undefined;
  /** True while only this process may commit, and its copy has all commits. */
  private hasTurn = false;
  private endedTurns = 0;
  private unused: NodeJS.Timeout | undefined;
  /** Resolves when the turn that was last taken has ended. */
  private turnEnded = Promise.withResolvers<void>();
  private lastTurn: Promise<unknown> = Promise.resolve();
  private isOver = false;
  private reading: Promise<void> | undefined;
  private nextReading: Promise<void> | undefined;

  /** @param database address of the PostgreSQL database */
  constructor(database: string) {
    const { promise, reject } = Promise.withResolvers<never>();
    this.failed = promise;
    this.fail = reject;
    // Commands do not listen to this; the call that fails reports the reason.
    promise.catch(() => undefined);
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    const workerData: LogThreadData = { database, count: this.count, port: port2 };
    this.thread = new Worker(moduleBeside(import.meta.url, 'log-worker'), {
      workerData,
      transferList: [port2],
    });
    this.thread.on('error', reject);
    this.thread.on('exit', () => {
      this.isOver = true;
      for (const give of this.waiting.values()) give(threadEnded);
      this.waiting.clear();
    });
    this.port.on('message', (answered: NumberedAnswer) => this.take(answered));
    // The thread and its port must not keep the process alive, except while a call waits for an answer.
    this.thread.unref();
    this.port.unref();
  }

  /** Resolves when the thread runs. On a busy machine that takes longer than `begin` waits for an answer. */
  async started(): Promise<void> {
    await this.ask({ kind: 'cancel' });
  }

  begin(copy: SiteCopy): void {
    clearTimeout(this.unused);
    try {
      while (!this.hasTurn)
        this.hasTurn = this.replay(copy, this.standStill({ kind: 'turn', after: copy.position }));
    } catch (error) {
      // The thread may get the turn later. A request that waits for one asks again.
      this.send({ kind: 'cancel' });
      this.endedTurns += 1;
      throw error;
    }
  }

  commit(set: ChangeSet): CommitPosition {
    invariant(this.hasTurn, 'only the process that has the turn commits');
    const id = randomUUID();
    // If this fails, the caller still has the turn and cancels it.
    const bytes = toBytes(set);
    try {
      const more = (bytes.length / 1_000_000) * patience.megabyte;
      const answer = this.standStill({ kind: 'commit', id, bytes }, patience.statement + more);
      if ('number' in answer) return { number: answer.number, id };
      throw notSaved('failure' in answer ? answer.failure : undefined);
    } finally {
      this.endTurn();
    }
  }

  cancel(): void {
    if (!this.hasTurn) return;
    this.send({ kind: 'cancel' });
    this.endTurn();
  }

  async takeTurn(copy: SiteCopy): Promise<void> {
    const before = this.lastTurn;
    const ended = Promise.withResolvers<void>();
    this.lastTurn = ended.promise;
    await before;
    this.turnEnded = ended;
    try {
      while (!this.hasTurn) {
        const { endedTurns } = this;
        const answer = await this.ask({ kind: 'turn', after: copy.position });
        const isUpToDate = this.replay(copy, answer);
        // A transaction that could not wait may have used up this very turn meanwhile.
        this.hasTurn ||= isUpToDate && endedTurns === this.endedTurns;
      }
    } catch (error) {
      this.send({ kind: 'cancel' });
      ended.resolve();
      throw error;
    }
    clearTimeout(this.unused);
    this.unused = setTimeout(() => this.cancel(), unusedTurnMs);
  }

  catchUp(copy: SiteCopy): Promise<void> {
    const read = (): Promise<void> => {
      const reading = this.readAll(copy).finally(() => (this.reading = undefined));
      return (this.reading = reading);
    };
    if (!this.reading) return read();
    // The reading in progress may have begun before the newest commit. One more reading serves all calls that wait.
    const again = (): Promise<void> => {
      this.nextReading = undefined;
      return read();
    };
    return (this.nextReading ??= this.reading.then(again, again));
  }

  async close(): Promise<void> {
    clearTimeout(this.unused);
    await this.ask({ kind: 'close' });
    this.port.close();
    await this.thread.terminate();
  }

  private endTurn(): void {
    this.hasTurn = false;
    this.endedTurns += 1;
    this.turnEnded.resolve();
  }

  private async readAll(copy: SiteCopy): Promise<void> {
    while (!this.replay(copy, await this.ask({ kind: 'news', after: copy.position })));
  }

  /** Replays the commits of an answer. @returns whether the copy then has all that there were */
  private replay(copy: SiteCopy, answer: LogAnswer): boolean {
    if ('failure' in answer) throw away(answer.failure);
    try {
      if (!('commits' in answer)) throw otherHistory();
      copy.replay(answer.commits.map(({ number, id, bytes }) => ({ number, id, ...fromBytes(bytes) })));
      return copy.position.number >= answer.newest;
    } catch (error) {
      if (error instanceof AppError && error.code === 'incompatible') this.fail(error);
      throw error;
    }
  }

  private send(request: LogRequest): number {
    const ask = (this.asks += 1);
    const asked: NumberedRequest = { ...request, ask };
    this.port.postMessage(asked);
    return ask;
  }

  private ask(request: LogRequest): Promise<LogAnswer> {
    if (this.isOver) return Promise.resolve(threadEnded);
    const { promise, resolve } = Promise.withResolvers<LogAnswer>();
    this.waiting.set(this.send(request), resolve);
    this.port.ref();
    return promise;
  }

  /** Returns the answer; nothing else of this thread runs until then. */
  private standStill(request: LogRequest, longestMs = patience.statement): LogAnswer {
    const standing: { ask: number; answer?: LogAnswer } = { ask: this.send(request) };
    this.standing = standing;
    const deadline = performance.now() + longestMs;
    try {
      for (;;) {
        const seen = Atomics.load(this.count, 0);
        for (;;) {
          const received = receiveMessageOnPort(this.port) as { message: NumberedAnswer } | undefined;
          if (!received) break;
          this.take(received.message);
        }
        if (standing.answer) return standing.answer;
        const left = deadline - performance.now();
        if (left <= 0) {
          return { failure: 'It did not answer in time.' };
        }
        Atomics.wait(this.count, 0, seen, left);
      }
    } finally {
      this.standing = undefined;
    }
  }

  /** Passes an answer to the call that waits for it. A late answer, for which no call waits any more, is dropped. */
  private take({ ask, ...answer }: NumberedAnswer): void {
    if (this.standing?.ask === ask) this.standing.answer = answer;
    this.waiting.get(ask)?.(answer);
    this.waiting.delete(ask);
    if (this.waiting.size === 0) this.port.unref();
  }
}

const threadEnded: LogAnswer = { failure: 'The thread of the log has ended.' };

const otherHistory = (): AppError =>
  new AppError(
    'incompatible',
    'The database of this hub was restored or replaced, and no longer matches the copy of this process. Restart this process.',
  );

const retryAfter = 2;

const away = (cause: unknown): AppError =>
  new AppError(
    'unavailable',
    'The database of this hub cannot be reached now. Nothing was changed; try again in a moment.',
    { retryAfter },
    cause,
  );

const notSaved = (cause: unknown): AppError =>
  new AppError(
    'unavailable',
    'The database of this hub did not confirm that it saved this. Reload and check before you try again.',
    { retryAfter },
    cause,
  );
