import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { needsBuild } from '../../main/needs-build.ts';

const root = join(import.meta.dirname, '../..');
let cli: string | undefined;

/** Returns the command line as it was built, if no source has changed since: it starts in a fifth of the time. */
const commandLine = (): string => (cli ??= join(root, needsBuild() ? 'app/cli.ts' : 'dist/app/cli.js'));

export interface Finished {
  /** `null` if a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  stdin?: string;
  env?: Record<string, string>;
  /** A built command line, instead of the sources. */
  program?: string;
}

interface Launched {
  child: ChildProcess;
  /** Output so far. */
  text: Pick<Finished, 'stdout' | 'stderr'>;
  finished: Promise<Finished>;
}

function launch(
  args: readonly string[],
  { stdin = '', env = {}, program = commandLine() }: RunOptions,
): Launched {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'pipe',
  });
  const text = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text.stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text.stderr += chunk));
  // A command that refuses its arguments does not wait for its input.
  child.stdin.on('error', () => child.stdin.destroy());
  child.stdin.end(stdin);
  const finished = once(child, 'close').then(([code]) => ({ code: code as number | null, ...text }));
  return { child, text, finished };
}

/** Runs `benchside …` in a process of its own until it ends. */
export const benchside = (args: readonly string[], options: RunOptions = {}): Promise<Finished> =>
  launch(args, options).finished;

/** Like `benchside`, but fails the test unless the command succeeds. @returns standard output */
export async function succeed(args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await benchside(args, options);
  if (code !== 0) throw new Error(`benchside ${args.join(' ')} ended with ${code}: ${stderr}`);
  return stdout;
}

export const password = 'a long enough password';

/** Adds an account to a hub that is not running; its email address is `<name>@example.org`. */
export const addAccount = (
  data: string,
  name: string,
  role: 'admin' | 'author' | 'technician',
  options: Pick<RunOptions, 'program'> = {},
): Promise<string> => {
  const email = `${name.toLowerCase()}@example.org`;
  return succeed(['user', 'add', email, '--name', name, '--role', role, '--password-stdin', '--data', data], {
    ...options,
    stdin: password,
  });
};

export interface Server extends AsyncDisposable {
  /** The only line on its standard output. */
  ready: { event: string; url: string; page?: string };
  /** Address of its API. */
  url: string;
  pid: number;
  /** Output so far. */
  text: Readonly<Launched['text']>;
  /** Resolves when the process has ended. */
  kill(signal: NodeJS.Signals): Promise<Finished>;
  finished: Promise<Finished>;
}

/** Starts `benchside hub` or `desk` and returns it when it is ready. @throws with its last output if it ends before */
export async function serve(args: readonly string[], options: RunOptions = {}): Promise<Server> {
  const { child, text, finished } = launch(args, options);
  const { stdout, pid = 0 } = child;
  if (!stdout) throw new Error('the process has no output');
  const lines = createInterface({ input: stdout });
  const line = await Promise.race([once(lines, 'line').then(([text]) => String(text)), finished]);
  lines.close();
  stdout.resume();
  if (typeof line !== 'string')
    throw new Error(`benchside ${args.join(' ')} ended (${line.code}): ${line.stderr}`);
  const ready = JSON.parse(line) as Server['ready'];
  const kill = (signal: NodeJS.Signals): Promise<Finished> => {
    child.kill(signal);
    return finished;
  };
  return {
    ready,
    url: ready.url,
    pid,
    kill,
    text,
    finished,
    [Symbol.asyncDispose]: async () => {
      await kill('SIGKILL');
    },
  };
}

/** Returns the JSON of an API answer. */
export async function json<T>(url: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text) as T;
}

/** Repeats a request until `wanted` returns true. */
export async function until<T>(ask: () => Promise<T>, wanted: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await ask();
    if (wanted(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
