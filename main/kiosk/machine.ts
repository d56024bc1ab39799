import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Process {
  name: string;
  parameters: string[];
}

/** The parts of a machine that the lock check examines. */
export interface Machine {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  isAdministrator: boolean;
  /** Returns the text of a file, or of all files in a folder; `undefined` if it cannot be read. */
  read(path: string): string | undefined;
  /** Returns the processes of this account; Linux only. */
  processes(): Process[];
  /** Returns standard output; `undefined` if the program is missing or fails. */
  run(program: string, parameters: string[]): Promise<string | undefined>;
}

const longestMs = 5_000;

export function thisMachine(): Machine {
  const uid = process.getuid?.();
  return {
    platform: process.platform,
    env: process.env,
    isAdministrator: uid === 0,
    read,
    processes: () =>
      readdirSync('/proc')
        .filter((entry) => /^\d+$/.test(entry))
        .flatMap((pid) => processOf(join('/proc', pid), uid)),
    run: (program, parameters) =>
      new Promise((resolve) => {
        execFile(program, parameters, { timeout: longestMs, windowsHide: true }, (error, output) =>
          resolve(error ? undefined : output),
        );
      }),
  };
}

function read(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) !== 'EISDIR') return undefined;
    return readdirSync(path)
      .map((name) => read(join(path, name)) ?? '')
      .join('\n');
  }
}

/** Returns an empty list for a process that belongs to another account or has ended. */
function processOf(folder: string, uid: number | undefined): Process[] {
  const owner = /^Uid:\s+(\d+)/m.exec(read(join(folder, 'status')) ?? '')?.[1];
  if (owner === undefined || Number(owner) !== uid) return [];
  const [path = '', ...parameters] = (read(join(folder, 'cmdline')) ?? '').split('\0');
  return [{ name: read(join(folder, 'comm'))?.trim() || path, parameters }];
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
