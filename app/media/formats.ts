/** Picture formats that can be read. */
export type Format = 'jpeg' | 'png' | 'gif' | 'bmp' | 'tiff' | 'webp' | 'heic';

export const mimeOf: Record<Format, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  bmp: 'image/bmp',
  tiff: 'image/tiff',
  webp: 'image/webp',
  heic: 'image/heic',
};

/** Extensions that may be uploaded: those of CONTRACT 6.4, and beyond it those of phones and of the web. */
const formatOfExtension = new Map<string, Format>([
  ['jpeg', 'jpeg'],
  ['jpg', 'jpeg'],
  ['gif', 'gif'],
  ['png', 'png'],
  ['bmp', 'bmp'],
  ['tiff', 'tiff'],
  ['tif', 'tiff'],
  ['webp', 'webp'],
  ['heic', 'heic'],
  ['heif', 'heic'],
]);

export const uploadable = 'JPEG, PNG, GIF, BMP, TIFF, WebP or HEIC';

/** Returns the format for a file name or a bare extension, in any case. */
export function formatOfName(name: string): Format | undefined {
  return formatOfExtension.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase());
}

/** Returns the name with the extension of the stored format: a BMP may have become a PNG. */
export function nameOfKept(name: string, mime: string): string {
  const format = formatOfName(name);
  if (format && mimeOf[format] === mime) return name;
  const kept = [...formatOfExtension].find(([, format]) => mimeOf[format] === mime)?.[0] ?? 'jpeg';
  return `${name.replace(/\.[^.]*$/, '')}.${kept}`;
}

const signatures: readonly [Format, string][] = [
  ['jpeg', '\xff\xd8\xff'],
  ['png', '\x89PNG\r\n\x1a\n'],
  ['gif', 'GIF87a'],
  ['gif', 'GIF89a'],
  ['bmp', 'BM'],
  ['tiff', 'II*\0'],
  ['tiff', 'MM\0*'],
];

/**
 * Returns the format by the signature of the bytes, whatever the name is. Nothing else reaches a decoder: libvips would
 * also read SVG, PDF and more.
 */
export function sniff(bytes: Uint8Array): Format | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp';
  if (head.slice(4, 8) === 'ftyp' && isHeic(bytes)) return 'heic';
  return signatures.find(([, signature]) => head.startsWith(signature))?.[0];
}

/** Brands of files with one picture in HEVC; `mif1` says only that there is a picture, also one in AV1. */
const heicBrands = new Set(['heic', 'heix', 'heim', 'heis']);

/** Returns whether the brands at the beginning of an ISO media file are those of HEIC (ISO/IEC 23008-12, annex B). */
function isHeic(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 128)).toString('latin1');
  const end = Math.min(Buffer.from(bytes.subarray(0, 4)).readUInt32BE(), head.length);
  const brands = [head.slice(8, 12)];
  if (brands[0] === 'mif1') for (let at = 16; at + 4 <= end; at += 4) brands.push(head.slice(at, at + 4));
  return brands.some((brand) => heicBrands.has(brand));
}

/** Returns whether nothing follows the picture in a WebP: an appended archive or page would be in every copy. */
export const endsCleanly = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(4, 8)).readUInt32LE() + 8 === bytes.length;
