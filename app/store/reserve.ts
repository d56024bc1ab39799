import { randomBytes } from 'node:crypto';
import {
  closeSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  statfsSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

const mebibyte = 1_048_576;

/** Some days' work of five people: measured in test/sync/disk-full.test.ts. */
const most = 32 * mebibyte;

/** Of a disk that is small itself. */
const share = 1 / 16;

/** Given away at once; the rest stays out of reach of whatever fills the disk. */
const parts = 8;

/** Of its size, what is left free when files come. */
const keptFree = 4;

/** Below this a database may not even open: it needs a little room beside itself. */
const toStart = 256 * 1024;

/**
 * Space on the disk that only people's work gets (SPEC D1): a file that nothing reads, made smaller when an edit finds
 * no room, and made whole when there is room again.
 */
export class Reserve {
  private readonly file: string;
  private readonly dataDir: string;

  constructor(dataDir: string) {
    this.dataDir = dataDir;
    this.file = join(dataDir, 'reserve');
  }

  /** Bytes it has when it is whole. */
  get size(): number {
    const { bsize, blocks } = statfsSync(this.dataDir);
    return Math.floor(Math.min(most, bsize * blocks * share));
  }

  /** Bytes it has; undefined before it was ever made. */
  get held(): number | undefined {
    return statSync(this.file, { throwIfNoEntry: false })?.size;
  }

  /** Whether work has taken some of it: the disk is full, or was. */
  get isBroken(): boolean {
    const { held } = this;
    return held !== undefined && held < this.size;
  }

  /** Bytes that anybody may still write. */
  get free(): number {
    const { bsize, bavail } = statfsSync(this.dataDir);
    return bsize * bavail;
  }

  /** Whether so many bytes of files may still come: those stop long before work has to. */
  hasRoomForFiles(bytes = 0): boolean {
    return this.free - bytes >= keptFree * this.size;
  }

  /** Gives up a part of it, for work that found no room. @returns false when nothing is left */
  release(): boolean {
    const { held = 0 } = this;
    if (held === 0) return false;
    truncateSync(this.file, Math.max(0, held - Math.ceil(this.size / parts)));
    return true;
  }

  /** A program that ended on a full disk starts on it. */
  makeRoomToStart(): void {
    if (this.held && this.free < toStart) this.release();
  }

  /** Makes it whole, if the disk has room for it and as much again. @returns whether it is whole */
  fill(): boolean {
    const { size, held = 0 } = this;
    if (held >= size) return true;
    if (this.free + held < 2 * size) return false;
    const whole = `${this.file}.new`;
    try {
      write(whole, size);
      renameSync(whole, this.file);
    } finally {
      rmSync(whole, { force: true });
    }
    return true;
  }
}

/** Not zeros, which a file system may not store. */
function write(file: string, size: number): void {
  const block = randomBytes(mebibyte);
  const opened = openSync(file, 'w');
  try {
    for (let left = size; left > 0;) left -= writeSync(opened, block, 0, Math.min(mebibyte, left));
  } finally {
    closeSync(opened);
  }
}
