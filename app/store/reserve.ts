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

/** Bytes; enough for some days' work of five people: measured in test/sync/disk-full.test.ts. */
const most = 32 * mebibyte;

/** Maximum share of a small disk. */
const share = 1 / 16;

/** Number of parts; one is released at a time, because other programs that fill the disk may take what is left of it. */
const parts = 32;

/** Multiple of the reserve's size that stays free when files are stored. */
const keptFree = 4;

/** Below this a database may not open: it needs some space beside itself. */
const toStart = 128 * 1024;

/** Bytes that edits leave for a start: SQLite needs 32 KiB for the index of its log. */
const keptToStart = 64 * 1024;

/**
 * Disk space reserved for people's edits (SPEC D1): a file of random bytes, made smaller when an edit finds no space
 * and filled again when there is space.
 */
export class Reserve {
  private readonly file: string;
  private readonly dataDir: string;

  constructor(dataDir: string) {
    this.dataDir = dataDir;
    this.file = join(dataDir, 'reserve');
  }

  /** Bytes of the full reserve. */
  get size(): number {
    const { bsize, blocks } = statfsSync(this.dataDir);
    return Math.floor(Math.min(most, bsize * blocks * share));
  }

  /** Present bytes; undefined before it was ever created. */
  get held(): number | undefined {
    return statSync(this.file, { throwIfNoEntry: false })?.size;
  }

  /** Returns whether edits have used some of it: the disk is or was full. */
  get isBroken(): boolean {
    const { held } = this;
    return held !== undefined && held < this.size;
  }

  /** Bytes free on the disk. */
  get free(): number {
    const { bsize, bavail } = statfsSync(this.dataDir);
    return bsize * bavail;
  }

  /** Returns whether files of this many bytes may be stored. Files stop long before edits have to. */
  hasRoomForFiles(bytes = 0): boolean {
    return this.free - bytes >= keptFree * this.size;
  }

  /** Releases one part for an edit that found no space. @returns false if nothing is left for edits */
  release(): boolean {
    const { held = 0 } = this;
    if (held <= keptToStart) return false;
    truncateSync(this.file, Math.max(keptToStart, held - Math.ceil(this.size / parts)));
    return true;
  }

  /** Releases parts until a start finds space on the full disk, at last what edits leave. */
  makeRoomToStart(): void {
    while (this.held && this.free < toStart) if (!this.release()) truncateSync(this.file, 0);
  }

  /** Fills the reserve if the disk has space for twice its size. @returns whether it is full */
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

/** Writes random bytes: some file systems do not store zeros. */
function write(file: string, size: number): void {
  const block = randomBytes(mebibyte);
  const opened = openSync(file, 'w');
  try {
    for (let left = size; left > 0;) left -= writeSync(opened, block, 0, Math.min(mebibyte, left));
  } finally {
    closeSync(opened);
  }
}
