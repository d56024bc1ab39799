import { parentPort, workerData } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';

import { Db } from '../../app/store/database.ts';
import { answer } from './answer.ts';
import { PostgresDb } from './postgres-db.ts';
import type { Statement } from './postgres-db.ts';

/** The database that this worker reads: a SQLite file, or PostgreSQL by way of the main thread. */
export type WorkerStore = { file: string } | { port: MessagePort; answered: Int32Array; together: boolean };

export interface WorkerAnswer {
  status: 200 | 503;
  text: string;
  /** Statements on PostgreSQL; 0 on SQLite. */
  statements: number;
  /** Milliseconds from the request's arrival in this thread to its finished text. */
  ms: number;
}

const store = workerData as WorkerStore;
const db =
  'file' in store
    ? new Db({ file: store.file, readonly: true, synchronous: 'FULL' })
    : new PostgresDb(store.port, store.answered);

/** The statements of each read that ran before, where those of a read are sent together. */
const known = new Map<string, Statement[]>();

function read(path: string): string {
  if (!(db instanceof PostgresDb && 'together' in store && store.together)) return answer(db, path);
  const statements = known.get(path);
  if (statements) return db.together(statements, () => answer(db, path));
  let text = '';
  known.set(
    path,
    db.record(() => (text = answer(db, path))),
  );
  return text;
}

parentPort?.on('message', (path: string) => {
  const before = db instanceof PostgresDb ? db.statementCount : 0;
  const start = performance.now();
  let result: Pick<WorkerAnswer, 'status' | 'text'>;
  try {
    result = { status: 200, text: read(path) };
  } catch (error) {
    result = { status: 503, text: error instanceof Error ? error.message : String(error) };
  }
  const statements = db instanceof PostgresDb ? db.statementCount - before : 0;
  const answered: WorkerAnswer = { ...result, statements, ms: performance.now() - start };
  parentPort?.postMessage(answered);
});
