export interface ZipFile {
  /** Path inside the archive, with slashes. */
  name: string;
  bytes: Uint8Array;
}

const signatures = { local: 0x04_03_4b_50, central: 0x02_01_4b_50, end: 0x06_05_4b_50 } as const;
/** Version 2.0 of the format. */
const version = 20;
/** General purpose bit 11: names are UTF-8. */
const utf8 = 0x08_00;
/** 1 January 1980, the earliest date there is. */
const noDate = 0x00_21;

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit += 1) c = c & 1 ? 0xed_b8_83_20 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

function crc32(bytes: Uint8Array): number {
  let c = 0xff_ff_ff_ff;
  for (const byte of bytes) c = (crcTable[(c ^ byte) & 0xff] ?? 0) ^ (c >>> 8);
  return (c ^ 0xff_ff_ff_ff) >>> 0;
}

/** Returns fields of 2 and 4 bytes, little-endian, one after the other. */
function record(fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Uint8Array {
  const made = new DataView(new ArrayBuffer(fields.reduce((sum, [bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 2) made.setUint16(at, value, true);
    else made.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(made.buffer);
}

/**
 * Returns a ZIP archive with these files, stored without compression: pictures are compressed already. All files together
 * must be smaller than 4 GiB (APPNOTE.TXT 4.3, without Zip64).
 */
export function writeZip(files: readonly ZipFile[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const path = new TextEncoder().encode(name);
    const described = [
      [2, version],
      [2, utf8],
      [2, 0],
      [2, 0],
      [2, noDate],
      [4, crc32(bytes)],
      [4, bytes.length],
      [4, bytes.length],
      [2, path.length],
      [2, 0],
    ] as const;
    const local = record([[4, signatures.local], ...described]);
    parts.push(local, path, bytes);
    directory.push(
      record([
        [4, signatures.central],
        [2, version],
        ...described,
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
        [4, offset],
      ]),
      path,
    );
    offset += local.length + path.length + bytes.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = record([
    [4, signatures.end],
    [2, 0],
    [2, 0],
    [2, files.length],
    [2, files.length],
    [4, size],
    [4, offset],
    [2, 0],
  ]);
  return joined([...parts, ...directory, end]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
