import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

export interface SmallDisk extends Disposable {
  path: string;
  /** Returns the free bytes. */
  free(): number;
  /** Writes to the disk until no byte is free, or at most about `left` of them. */
  fill(left?: number): void;
  /** Deletes the filling. */
  empty(): void;
  grow(megabytes: number): void;
}

/**
 * Mounts a real small file system: by this account, or in a namespace where it is root. Nothing simpler shows the behaviour of a full disk.
 */
export function smallDisk(at: string, megabytes: number): SmallDisk {
  mkdirSync(at, { recursive: true });
  const { path, mount, end } = mounted(at, megabytes);
  const ballast = join(path, 'ballast');
  return {
    path,
    free: () => freeOf(path),
    fill: (left = 0) => {
      const file = openSync(ballast, 'a');
      for (let size = 1_048_576; size > 0; size = Math.floor(size / 2)) while (writes(file, size));
      ftruncateSync(file, Math.max(0, fstatSync(file).size - left));
      closeSync(file);
    },
    empty: () => rmSync(ballast, { force: true }),
    grow: (to) => mount('-o', `remount,size=${to}m`),
    [Symbol.dispose]: end,
  };
}

interface Mounted {
  path: string;
  mount(...args: string[]): void;
  end(): void;
}

function mounted(at: string, megabytes: number): Mounted {
  const run = (command: string, ...args: string[]): void =>
    void execFileSync(command, args, { stdio: 'pipe' });
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', at];
  try {
    run('mount', ...options);
    return {
      path: at,
      mount: (...args) => run('mount', ...args, at),
      end: () => run('umount', '-l', at),
    };
  } catch (error) {
    console.log(`in a namespace: ${String(error).split('\n')[0]}`);
  }
  const holder = spawn('unshare', ['--user', '--map-root-user', '--mount', 'sleep', '86400'], {
    stdio: 'ignore',
  });
  const inside = (...args: string[]): void =>
    run('nsenter', '--preserve-credentials', '--user', '--mount', '-t', String(holder.pid), 'mount', ...args);
  withRetry(() => inside(...options));
  return {
    path: `/proc/${holder.pid}/root${at}`,
    mount: (...args) => inside(...args, at),
    end: () => void holder.kill('SIGKILL'),
  };
}

/** Repeats an attempt for a moment, because the namespace is ready soon or never. */
function withRetry(attempt: () => void): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let left = 250; ; left -= 1) {
    try {
      return attempt();
    } catch (error) {
      if (left === 0) throw error;
      Atomics.wait(pause, 0, 0, 20);
    }
  }
}

function freeOf(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

function writes(file: number, size: number): boolean {
  try {
    return writeSync(file, randomBytes(size)) > 0;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false;
    throw error;
  }
}
