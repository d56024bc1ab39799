import { createHash } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

import { AppError } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import { bundleManifest } from '../../shared/model/bundle.ts';
import type { BundleManifest, BundlePart } from '../../shared/model/bundle.ts';
import { isSignedText, readPublicKey, signText } from '../ed25519.ts';

/**
 * A bundle is a text line that says what it is, parts one after the other, the manifest as a line of JSON, and the length of that
 * line in ten digits: so it is written in one go, and a file that was cut off has no manifest.
 */
const firstWords = 'Benchside bundle ';
const firstLine = Buffer.from(`${firstWords}2\n`);
const lengthDigits = 10;

type Unsigned = Omit<BundleManifest, 'signature'>;

const purpose = 'bundle';

/** Returns the fields in the order of the schema, whatever order they came in. */
function textOf(manifest: Unsigned): string {
  const { signature, ...fields } = bundleManifest.parse({ ...manifest, signature: '' });
  return JSON.stringify(fields);
}

/** Writes a new bundle. */
export class BundleWriter {
  private readonly file: FileHandle;
  private offset = 0;

  private constructor(file: FileHandle) {
    this.file = file;
  }

  static async create(path: string): Promise<BundleWriter> {
    await rm(path, { force: true });
    const writer = new BundleWriter(await open(path, 'wx', 0o600));
    await writer.write(firstLine);
    return writer;
  }

  async add(source: Uint8Array | AsyncIterable<Uint8Array>): Promise<BundlePart> {
    const { offset } = this;
    const digest = createHash('sha256');
    for await (const chunk of source instanceof Uint8Array ? [source] : source) {
      digest.update(chunk);
      await this.write(chunk);
    }
    return { offset, bytes: this.offset - offset, sha256: digest.digest('hex') };
  }

  /** Signs the bundle, and returns when it is on the disk. */
  async finish(manifest: Unsigned, key: KeyObject): Promise<void> {
    const line = Buffer.from(
      `${JSON.stringify({ ...manifest, signature: signText(purpose, textOf(manifest), key) })}\n`,
    );
    await this.write(line);
    await this.write(Buffer.from(String(line.length).padStart(lengthDigits, '0')));
    await this.file.sync();
  }

  close(): Promise<void> {
    return this.file.close();
  }

  private async write(bytes: Uint8Array): Promise<void> {
    await this.file.writeFile(bytes);
    this.offset += bytes.length;
  }
}

/** Reads a bundle. The manifest was checked against its signature; a part is checked against its hash when it is read. */
export class BundleReader {
  readonly path: string;
  readonly manifest: BundleManifest;
  private readonly file: number;

  /** @throws AppError `invalid` for a file that is no whole bundle, or whose signature is wrong */
  constructor(path: string) {
    this.path = path;
    this.file = openSync(path, 'r');
    try {
      this.manifest = this.readManifest();
    } catch (error) {
      closeSync(this.file);
      throw error;
    }
  }

  close(): void {
    closeSync(this.file);
  }

  /** @throws AppError `invalid` if the part is not what was signed */
  part(part: BundlePart): Buffer {
    return Buffer.concat([...this.pieces(part)]);
  }

  /** Yields a part in pieces. @throws AppError `invalid` after the last one if the part is not what was signed */
  *pieces({ offset, bytes, sha256 }: BundlePart): Generator<Buffer> {
    const digest = createHash('sha256');
    for (let at = 0; at < bytes; at += pieceBytes) {
      const piece = this.read(offset + at, Math.min(pieceBytes, bytes - at));
      digest.update(piece);
      yield piece;
    }
    if (digest.digest('hex') !== sha256) throw this.damaged();
  }

  damaged(cause?: unknown): AppError {
    return new AppError('invalid', `${this.path} is damaged. Nothing was changed.`, {}, cause);
  }

  private unknown(begin: string): AppError {
    const { path } = this;
    if (begin.startsWith(`${firstWords}1\n`))
      return new AppError(
        'invalid',
        `${path} was made by an older version of Benchside. Make a new bundle at the hub. Nothing was changed.`,
      );
    if (begin.startsWith(firstWords))
      return new AppError(
        'invalid',
        `${path} was made by a newer version of Benchside. Install that version first. Nothing was changed.`,
      );
    return new AppError('invalid', `${path} is not a bundle. Nothing was changed.`);
  }

  private cutOff(): AppError {
    return new AppError('invalid', `${this.path} was cut off. Copy it again. Nothing was changed.`);
  }

  private readManifest(): BundleManifest {
    const { size } = fstatSync(this.file);
    const begin = this.read(0, Math.min(firstLine.length, size));
    if (!begin.equals(firstLine)) throw this.unknown(begin.toString());
    const digits = this.read(Math.max(0, size - lengthDigits), lengthDigits).toString();
    const length = Number(digits);
    const start = size - lengthDigits - length;
    if (!/^\d+$/.test(digits) || length > limits.bundle.manifest.max || start < firstLine.length)
      throw this.cutOff();
    const found = this.parsed(this.read(start, length).toString());
    const { signature, key, ...fields } = found;
    if (!isSigned({ ...fields, key }, signature))
      throw new AppError('invalid', `${this.path} has a wrong signature. Nothing was changed.`);
    for (const { offset, bytes } of [found.feed, found.snapshot, found.receipts, found.files])
      if (offset + bytes > start) throw this.damaged();
    return found;
  }

  private parsed(text: string): BundleManifest {
    try {
      return bundleManifest.parse(JSON.parse(text));
    } catch (error) {
      throw new AppError(
        'invalid',
        `${this.path} was cut off or is damaged. Copy it again. Nothing was changed.`,
        {},
        error,
      );
    }
  }

  private read(position: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    let filled = 0;
    while (filled < length) {
      const count = readSync(this.file, bytes, filled, length - filled, position + filled);
      if (count === 0) throw this.cutOff();
      filled += count;
    }
    return bytes;
  }
}

const pieceBytes = 1_048_576;

function isSigned(manifest: Unsigned, signature: string): boolean {
  try {
    return isSignedText(purpose, textOf(manifest), signature, readPublicKey(manifest.key));
  } catch {
    // A key that cannot be read has signed nothing.
    return false;
  }
}
