/** Picture formats that can be read. */
export type Format = 'jpeg' | 'png' | 'gif' | 'bmp' | 'tiff' | 'webp';

export const mimeOf: Record<Format, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  bmp: 'image/bmp',
  tiff: 'image/tiff',
  webp: 'image/webp',
};

/** Extensions that may be uploaded (CONTRACT 6.4). */
const formatOfExtension = new Map<string, Format>([
  ['jpeg', 'jpeg'],
  ['jpg', 'jpeg'],
  ['gif', 'gif'],
  ['png', 'png'],
  ['bmp', 'bmp'],
  ['tiff', 'tiff'],
  ['tif', 'tiff'],
]);

export const uploadable = 'JPEG, JPG, GIF, PNG, BMP, TIFF or TIF';

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
  return signatures.find(([, signature]) => head.startsWith(signature))?.[0];
}

/** Returns whether nothing follows the picture: an appended archive or page would be in every copy. */
export function endsCleanly(bytes: Uint8Array, format: Format): boolean {
  const tail = Buffer.from(bytes.subarray(-8)).toString('latin1');
  if (format === 'jpeg') return tail.endsWith('\xff\xd9');
  if (format === 'png') return tail === 'IEND\xae\x42\x60\x82';
  if (format === 'webp') return Buffer.from(bytes.subarray(4, 8)).readUInt32LE() + 8 === bytes.length;
  return format === 'gif' && tail.endsWith('\0;');
}
