import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { lstatSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { builtBench } from './data/folders.ts';
import type { Metrics } from './stats.ts';

/** What every child is told. */
export interface Job {
  kind: string;
  size: number;
  /** Documents, hub and queries of this size. */
  dataDir: string;
  /** Its own, empty folder. */
  workDir: string;
  /** Server to talk to, or port to listen on. */
  url: string;
  port: number;
  /** Which of the variants of this kind. */
  variant: string;
}

type Message = { ready: string } | { result: Metrics };

const start = (job: Job, options = '', program = join(builtBench, 'child.js')): ChildProcess =>
  fork(program, [JSON.stringify(job)], {
    env: { ...process.env, NODE_OPTIONS: options },
    // A limit of the heap given here would take the place of those that threads have.
    execArgv: ['--no-warnings'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });

/**
 * Runs one measurement in a process of its own.
 *
 * @param options of Node, for all of its threads
 * @param program of the process, if it is not the one that ships
 */
export async function measure(job: Job, options?: string, program?: string): Promise<Metrics> {
  const child = start(job, options, program);
  return new Promise((resolve, reject) => {
    let result: Metrics | undefined;
    child.on('message', (message: Message) => {
      if ('result' in message) result = message.result;
    });
    child.on('exit', (code) =>
      result ? resolve(result) : reject(new Error(`${job.kind} ended with ${code}`)),
    );
  });
}

export interface Served extends AsyncDisposable {
  url: string;
}

/** Starts a server in a process of its own. */
export async function serve(job: Job): Promise<Served> {
  const child = start(job);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    child.on('message', (message: Message) => {
      if ('ready' in message) resolve(message.ready);
    });
    child.once('exit', (code) => reject(new Error(`${job.kind} ended with ${code} before it served`)));
  });
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Called in a child that serves; it ends with its parent. */
export function ready(url: string): void {
  const message: Message = { ready: url };
  process.send?.(message);
  process.on('disconnect', () => process.exit());
}

export function done(result: Metrics): Promise<void> {
  const message: Message = { result };
  return new Promise((resolve) => {
    if (process.send) process.send(message, () => resolve());
    else resolve();
  });
}

export function emptied(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Bytes on the disk below a path. */
export function diskBytes(path: string): number {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  const own = stat.blocks * 512;
  return stat.isDirectory()
    ? readdirSync(path).reduce((sum, name) => sum + diskBytes(join(path, name)), own)
    : own;
}

/** Largest resident size so far, in MB. Linux lets a child inherit its parent's in `maxRSS`, but not in `VmHWM`. */
export function peakMb(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS / 1024;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
}
