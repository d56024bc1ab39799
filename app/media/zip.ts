import { limits } from '../../shared/limits.ts';
import type { UncheckedFile } from './storage.ts';

export interface ZipEntry {
  name: string;
  /** 0: stored without compression. */
  method: number;
  compressedSize: number;
  /** Byte position of its local header. */
  offset: number;
}

const endLength = 22;
const maxComment = 65_535;

/**
 * Returns the entries in an archive's table of contents. Nothing is unpacked, so a zip bomb does no harm.
 *
 * @throws Error, as a sentence, if it is cut off, damaged, or in the format for more than 4 GB
 */
export async function zipEntries(file: UncheckedFile): Promise<ZipEntry[]> {
  const tailStart = Math.max(0, file.bytes - endLength - maxComment);
  const tail = await file.read(tailStart, file.bytes - tailStart);
  const at = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (at < 0 || at + endLength > tail.length) throw new Error('its table of contents is missing');
  const count = tail.readUInt16LE(at + 10);
  const size = tail.readUInt32LE(at + 12);
  const start = tail.readUInt32LE(at + 16);
  if (size > limits.media.archiveContents.max || start + size > tailStart + at)
    throw new Error('its table of contents is damaged');
  const directory = await file.read(start, size);
  const entries: ZipEntry[] = [];
  for (let position = 0; entries.length < count;) {
    if (position + 46 > size || directory.readUInt32LE(position) !== 0x02014b50)
      throw new Error('its table of contents is damaged');
    const nameLength = directory.readUInt16LE(position + 28);
    const nameStart = position + 46;
    const entry = {
      name: directory.toString('utf8', nameStart, nameStart + nameLength),
      method: directory.readUInt16LE(position + 10),
      compressedSize: directory.readUInt32LE(position + 20),
      offset: directory.readUInt32LE(position + 42),
    };
    if (entry.offset + entry.compressedSize > start) throw new Error('some of its content is missing');
    entries.push(entry);
    position =
      nameStart + nameLength + directory.readUInt16LE(position + 30) + directory.readUInt16LE(position + 32);
  }
  return entries;
}

/** Returns the content of a short uncompressed entry; undefined for any other. */
export async function storedText(file: UncheckedFile, entry: ZipEntry): Promise<string | undefined> {
  if (entry.method !== 0 || entry.compressedSize > 200) return undefined;
  const header = await file.read(entry.offset, 30);
  if (header.length < 30) return undefined;
  const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  return (await file.read(start, entry.compressedSize)).toString('utf8');
}
