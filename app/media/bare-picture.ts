import type { Format } from './formats.ts';

/**
 * Returns a JPEG, PNG or GIF without what does not belong to its pixels: comments, further pictures such as those of phones, signatures with a
 * place, unknown parts, and what follows its end. The pixels stay as they are.
 *
 * @returns the bytes themselves if there is nothing to remove; undefined for other formats, and for a file of an unusual structure
 */
export function barePicture(bytes: Uint8Array, format: Format): Uint8Array | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const parts = partsOf[format]?.(file);
  if (!parts) return undefined;
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return length === bytes.length ? bytes : Buffer.concat(parts, length);
}

const partsOf: Partial<Record<Format, (file: Buffer) => Buffer[] | undefined>> = {
  jpeg: jpegParts,
  png: pngParts,
  gif: gifParts,
};

const jpeg = { escape: 0xff, end: 0xd9, scan: 0xda };

function jpegParts(file: Buffer): Buffer[] | undefined {
  const parts = [file.subarray(0, 2)];
  for (let at = 2; file[at] === jpeg.escape && at + 1 < file.length;) {
    const marker = file[at + 1] ?? 0;
    if (marker === jpeg.end) return [...parts, file.subarray(at, at + 2)];
    // Any number of such bytes may stand before a marker.
    if (marker === jpeg.escape) {
      at += 1;
      continue;
    }
    if (at + 4 > file.length) return undefined;
    const end = at + 2 + file.readUInt16BE(at + 2);
    const part = file.subarray(at, marker === jpeg.scan ? endOfScan(file, end) : end);
    if (isOfJpeg(marker, part)) parts.push(part);
    at = part.byteOffset - file.byteOffset + Math.max(part.length, 2);
  }
  return undefined;
}

/** Returns where the next marker is that is not one within a scan. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(jpeg.escape, from); at >= 0; at = file.indexOf(jpeg.escape, at + 1)) {
    const next = file[at + 1] ?? 0;
    const isWithin = next === 0 || next === jpeg.escape || (next >= 0xd0 && next <= 0xd7);
    if (!isWithin) return at;
  }
  return file.length;
}

/** Frames, tables, scans, and of the parts of applications the size, the colour profile and the colour space. */
function isOfJpeg(marker: number, part: Buffer): boolean {
  const begins = (name: string): boolean => part.toString('latin1', 4, 4 + name.length) === name;
  switch (marker) {
    case 0xda:
    case 0xdb:
    case 0xdc:
    case 0xdd:
      return true;
    case 0xe0:
      return begins('JFIF\0') && part.length === 18;
    case 0xe2:
      return begins('ICC_PROFILE\0');
    case 0xee:
      return begins('Adobe') && part.length === 16;
    default:
      return marker >= 0xc0 && marker <= 0xcf;
  }
}

/** Pixels, colours and frames. */
const ofPng = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs acTL fcTL fdAT'.split(' '),
);

function pngParts(file: Buffer): Buffer[] | undefined {
  const parts = [file.subarray(0, 8)];
  for (let at = 8; at + 12 <= file.length;) {
    const type = file.toString('latin1', at + 4, at + 8);
    const part = file.subarray(at, at + 12 + file.readUInt32BE(at));
    if (ofPng.has(type)) parts.push(part);
    if (type === 'IEND') return parts;
    at += part.length;
  }
  return undefined;
}

function gifParts(file: Buffer): Buffer[] | undefined {
  const tableAfter = (at: number): number => {
    const flags = file[at] ?? 0;
    return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
  };
  let at = 13 + tableAfter(10);
  const parts = [file.subarray(0, at)];
  for (;;) {
    const kind = file[at];
    if (kind === 0x3b) return [...parts, file.subarray(at, at + 1)];
    if (kind !== 0x2c && kind !== 0x21) return undefined;
    const isPicture = kind === 0x2c;
    const end = endOfBlocks(file, isPicture ? at + 11 + tableAfter(at + 9) : at + 2);
    const part = file.subarray(at, end);
    if (isPicture || isOfAnimation(part)) parts.push(part);
    at = end;
  }
}

function endOfBlocks(file: Buffer, from: number): number {
  for (let at = from; ;) {
    const size = file[at];
    if (size === undefined) return file.length;
    at += 1 + size;
    if (size === 0) return at;
  }
}

/** The time and transparency of a picture, or how often an animation repeats. */
const isOfAnimation = (part: Buffer): boolean =>
  (part[1] === 0xf9 && part.length === 8) ||
  (part[1] === 0xff &&
    part.length === 19 &&
    /^(?:NETSCAPE2\.0|ANIMEXTS1\.0)$/.test(part.toString('latin1', 3, 14)));
