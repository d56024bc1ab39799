import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';

import type { Logger } from '../log.ts';
import { readNote, writeNote } from './note.ts';
import type { UpdateNote } from './note.ts';
import { putProgram } from './program.ts';

/**
 * Starts of the new version before it is rolled back. `trial-start.ts` counts them too, but misses a version that ends before its
 * first line.
 */
const mostStarts = 2;
const lookEveryMs = 200;
/** A version that has not confirmed by then never will. */
const patienceMs = 180_000;

export interface GuardOptions {
  /** Command-line arguments of the program. */
  parameters: readonly string[];
  /** Pid of the process that installed the new version; it must have ended, since only one process can use the data. */
  parent: number;
  log: Logger;
}

/**
 * Runs as the previous version after it has installed the new one in its place: starts the new version, and reinstalls itself if that does
 * not confirm that it works. The previous version then restores the data when it starts (`rollback.ts`).
 */
export async function guard(dataDir: string, { parameters, parent, log }: GuardOptions): Promise<void> {
  while (isAlive(parent)) await setTimeout(lookEveryMs);
  const first = readNote(dataDir);
  if (!first?.program) return;
  const { target, previous } = first.program;
  let problem = first.problem;
  for (let tries = first.starts; tries < mostStarts; tries += 1) {
    const child = start(target, parameters);
    const ended = await outcomeOf(child, dataDir);
    if (ended === 'confirmed' || ended === 'closed') return;
    problem = readNote(dataDir)?.problem ?? ended;
    log.error({ ended, version: first.to }, 'the new version failed at its first start');
  }
  putProgram(previous, target);
  const note: UpdateNote = readNote(dataDir) ?? first;
  if (note.stage !== 'confirmed') writeNote(dataDir, { ...note, stage: 'tried', problem });
  start(target, parameters);
}

function start(program: string, parameters: readonly string[]): ChildProcess {
  const child = spawn(program, parameters, { detached: true, stdio: 'ignore' });
  child.unref();
  return child;
}

/**
 * Resolves to `confirmed` if the new version works, `closed` if someone closed it before it could confirm; else to how it ended,
 * in words.
 */
async function outcomeOf(child: ChildProcess, dataDir: string): Promise<string> {
  let ended: string | undefined;
  child.on('error', (error) => (ended = error.message));
  child.on('exit', (code, signal) => {
    ended = code === 0 ? 'closed' : signal === null ? `it ended with code ${code}` : `it ended by ${signal}`;
  });
  const until = performance.now() + patienceMs;
  while (performance.now() < until) {
    if (readNote(dataDir)?.stage === 'confirmed') return 'confirmed';
    if (ended !== undefined) return ended;
    await setTimeout(lookEveryMs);
  }
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  return 'it did not answer';
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}
