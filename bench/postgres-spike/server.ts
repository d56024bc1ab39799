import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { MessageChannel, Worker } from 'node:worker_threads';

import { Db } from '../../app/store/database.ts';
import { percentile } from '../stats.ts';
import { answer } from './answer.ts';
import { Connection } from './connection.ts';
import type { WorkerAnswer, WorkerStore } from './worker.ts';

/** The database that a server reads, and the threads that read it: workers, or the main thread. */
export type ServerJob =
  | { engine: 'sqlite'; file: string; workers: number }
  | { engine: 'postgres'; url: string; workers: number; together: boolean };

/** The answer of `/statistics`, about the time since the previous request for it. */
export interface Statistics {
  requests: number;
  statements: number;
  /** Of this process with all its threads. */
  processorSeconds: number;
  /** Median time of a read where it runs, without HTTP and without the way to a worker. */
  readMs: number;
}

/** A request that no worker has taken after this time is answered 503. */
const longestQueueMs = 1_500;
const longestQueue = 1_000;

interface Waiting {
  path: string;
  response: ServerResponse;
  timer: NodeJS.Timeout;
}

const job = JSON.parse(process.argv[2] ?? '{}') as ServerJob;
const here =
  job.engine === 'sqlite' && job.workers === 0
    ? new Db({ file: job.file, readonly: true, synchronous: 'FULL' })
    : undefined;
const free: Worker[] = [];
const queue: Waiting[] = [];
const connections: Connection[] = [];
let times: number[] = [];
let statements = 0;
let usage = process.cpuUsage();

for (let index = 0; index < job.workers; index += 1) startWorker();

function startWorker(): void {
  let workerData: WorkerStore;
  if (job.engine === 'sqlite') workerData = { file: job.file };
  else {
    const { port1, port2 } = new MessageChannel();
    const answered = new Int32Array(new SharedArrayBuffer(4));
    connections.push(new Connection(job.url, port1, answered));
    workerData = { port: port2, answered, together: job.together };
  }
  const worker = new Worker(join(import.meta.dirname, 'worker.ts'), {
    workerData,
    transferList: 'port' in workerData ? [workerData.port] : [],
    execArgv: ['--no-warnings'],
  });
  free.push(worker);
}

function take(worker: Worker, { path, response, timer }: Waiting): void {
  clearTimeout(timer);
  worker.once('message', (answered: WorkerAnswer) => {
    times.push(answered.ms);
    statements += answered.statements;
    send(response, answered.status, answered.text);
    const next = queue.shift();
    if (next) take(worker, next);
    else free.push(worker);
  });
  worker.postMessage(path);
}

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    ...(status === 503 && { 'Retry-After': '1' }),
  });
  response.end(text);
}

function statistics(): Statistics {
  const { user, system } = process.cpuUsage(usage);
  const result = {
    requests: times.length,
    statements,
    processorSeconds: (user + system) / 1e6,
    readMs: percentile(times, 0.5),
  };
  times = [];
  statements = 0;
  usage = process.cpuUsage();
  return result;
}

const server = createServer((request, response) => {
  const path = request.url ?? '';
  if (path === '/statistics') return send(response, 200, JSON.stringify(statistics()));
  if (here) {
    const start = performance.now();
    const text = answer(here, path);
    times.push(performance.now() - start);
    return send(response, 200, text);
  }
  if (queue.length >= longestQueue) return send(response, 503, 'Too many requests wait.');
  const waiting: Waiting = {
    path,
    response,
    timer: setTimeout(() => {
      queue.splice(queue.indexOf(waiting), 1);
      send(response, 503, 'No worker was free in time.');
    }, longestQueueMs),
  };
  const worker = free.pop();
  if (worker) take(worker, waiting);
  else queue.push(waiting);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
});
process.on('disconnect', () => process.exit());
