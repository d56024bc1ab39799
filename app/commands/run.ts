import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { databaseName } from '../store/database-name.ts';
import { UsageError } from '../usage-error.ts';

/** Characters with which a terminal can be steered, or that hide or turn around the text beside them. Joiners are part of words. */
const steering = /(?![\n\t\u200C\u200D])[\p{Cc}\p{Cf}]/gu;

/** Returns a text as a terminal may show it: a hub or a file may have said it. */
export const terminalText = (text: string): string => text.replaceAll(steering, '\uFFFD');

/** Prints one JSON document or event as a line on standard output. */
export const printJson = (value: unknown): void => {
  const text = JSON.stringify(value).replaceAll(steering, escaped);
  process.stdout.write(`${text}\n`);
};

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');

/** Prints lines on standard output. */
export const print = (text: string): void => {
  process.stdout.write(`${terminalText(text)}\n`);
};

/** Prints lines on standard error. */
export const printError = (text: string): void => {
  process.stderr.write(`${terminalText(text)}\n`);
};

/** Shows progress on standard error, so that output stays clean; rewrites one line on a terminal. */
export function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${terminalText(text)}`);
}

export function endProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001B[K');
}

/** Returns a signal that is aborted by Ctrl-C or SIGTERM. A second Ctrl-C or SIGTERM ends the process at once. */
export function stopRequested(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(1);
      controller.abort();
    });
  }
  return controller.signal;
}

/** Resolves at Ctrl-C or SIGTERM. */
export function untilStopped(): Promise<void> {
  const stop = stopRequested();
  return new Promise((resolve) => stop.addEventListener('abort', () => resolve()));
}

/** @throws UsageError if there is no database in the data folder */
export function requireData(dataDir: string): void {
  if (!existsSync(join(dataDir, databaseName)))
    throw new UsageError(`There is no Benchside data in ${dataDir}.`);
}

/** @throws UsageError naming the first path that does not exist or is a folder */
export function requireFiles(files: readonly string[]): void {
  for (const file of files) {
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found) throw new UsageError(`There is no file ${file}.`);
    if (found.isDirectory()) throw new UsageError(`${file} is a folder, not a file.`);
  }
}

/** Reads the first line of standard input. @throws UsageError if it is empty or `--password-stdin` is missing */
export async function readPassword(fromStdin: boolean | undefined): Promise<string> {
  if (!fromStdin) {
    throw new UsageError('Give the password on standard input, with --password-stdin.');
  }
  const password = await readInputLine();
  if (password === '') throw new UsageError('There is no password on standard input.');
  return password;
}

export async function readInputLine(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8').split(/\r?\n/, 1)[0] ?? '';
}
