import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** A program of ours that reports on standard output when it is ready. */
export interface Program {
  /** The report, or `undefined` if the program ended without one. */
  ready: Promise<Record<string, unknown> | undefined>;
  ended: Promise<void>;
  /** Returns its last message. */
  lastWords(): string;
  stop(): Promise<void>;
}

export interface ProgramOptions {
  /** File for its output other than the report. */
  log: string;
  env?: NodeJS.ProcessEnv;
}

/** Milliseconds until a program that does not stop is killed. */
const patienceMs = 15_000;

export function startProgram(
  command: string,
  parameters: readonly string[],
  { log, env }: ProgramOptions,
): Program {
  const file = openSync(log, 'w');
  const child = spawn(command, parameters, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', file],
  });
  closeSync(file);
  const ended = new Promise<void>((resolve) => {
    child.on('error', () => resolve());
    child.on('exit', () => resolve());
  });
  return {
    ready: Promise.race([readyLine(child), ended.then(() => undefined)]),
    ended,
    lastWords: () => wordsIn(readFileSync(log, 'utf8')),
    stop: async () => {
      const limit = setTimeout(() => child.kill('SIGKILL'), patienceMs);
      child.kill('SIGTERM');
      await ended;
      clearTimeout(limit);
    },
  };
}

async function readyLine(child: ChildProcess): Promise<Record<string, unknown> | undefined> {
  if (!child.stdout) return undefined;
  const lines = createInterface({ input: child.stdout });
  return new Promise((resolve) => {
    lines.on('line', (line) => {
      if (!line.startsWith('{"event":"ready"')) return;
      const told: Record<string, unknown> = JSON.parse(line);
      resolve(told);
    });
    lines.on('close', () => resolve(undefined));
  });
}

/** Returns the last message for people; Chromium's own lines begin with `[pid:…` and are skipped. */
function wordsIn(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const ours = lines.findLast((line) => line.startsWith('benchside: '))?.slice('benchside: '.length);
  return ours ?? lines.findLast((line) => /FATAL|Error/.test(line)) ?? lines.at(-1) ?? 'it said nothing';
}
