export interface WrittenFile {
  /** Lower-case hexadecimal. */
  sha256: string;
  bytes: number;
}

/** A file whose content is checked before it gets its name. */
export interface UncheckedFile {
  bytes: number;
  /** Returns fewer bytes at the end of the file. */
  read(start: number, length: number): Promise<Buffer>;
}

/** How an answer presents a file. */
export interface Presentation {
  mime: string;
  cacheControl: string;
  /** Value of `Content-Disposition`. */
  disposition?: string;
}

export interface SweepResult {
  orphans: number;
  temporaries: number;
  bytes: number;
}

/**
 * The storage of the files of pictures, documents and videos, named by their SHA-256: a folder (`MediaFiles`) or an object storage
 * (`MediaObjects`). A file with its name is complete; equal content is one file. The database knows which files are needed.
 *
 * An absent file is an answer; a fault is an error, because callers record an absent file as lost.
 */
export interface MediaStorage {
  /**
   * Stores bytes under their hash. A failure such as `ENOSPC` leaves nothing behind.
   *
   * @param expected content with another length or hash is refused
   * @param check refuses the content by throwing
   */
  write(
    source: Uint8Array | AsyncIterable<Uint8Array>,
    expected?: Partial<WrittenFile>,
    check?: (file: UncheckedFile) => Promise<void>,
  ): Promise<WrittenFile>;

  /** Writes a temporary file on this machine, passes its path to `use`, and removes it afterwards. */
  whileKept<T>(source: AsyncIterable<Uint8Array>, use: (path: string) => Promise<T>): Promise<T>;

  /** @throws with code `ENOENT` if it is not here */
  read(sha256: string): Promise<Buffer>;

  /** Returns the length in bytes; undefined if the file is not here. */
  size(sha256: string): Promise<number | undefined>;

  /** Returns the content for an answer, large files as a stream; undefined if the file is not here. */
  body(
    sha256: string,
  ): Promise<{ bytes: number; content: Uint8Array<ArrayBuffer> | ReadableStream } | undefined>;

  /** Streams the bytes from `first` to `last`, both inclusive. The file must be here. */
  stream(sha256: string, first: number, last: number): ReadableStream;

  /**
   * Returns an address at which anyone can read a file for some minutes; undefined if the file is not here. Absent in a storage that
   * readers are not sent to.
   */
  addressOf?: (sha256: string, presentation: Presentation) => Promise<string | undefined>;

  /** Removes a file that nothing uses, unless it was written since a time in milliseconds: the row of an upload may be about to be committed. */
  remove(sha256: string, writtenBefore?: number): Promise<void>;

  /** Counts the files. */
  usage(): Promise<{ files: number; bytes: number }>;

  /** Removes files without a row and remains of killed writes. Young files stay: their row may be about to be committed. */
  sweep(known: (sha256: string) => boolean, olderThanMs?: number): Promise<SweepResult>;

  /** @throws if nothing can be read or written now */
  requireUsable(): Promise<void>;
}
