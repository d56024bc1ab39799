import { limits } from '../../shared/limits.ts';

/** Tags that are kept: camera and date, never the location. */
const kept = new Map([
  [0x010f, 'Make'],
  [0x0110, 'Model'],
  [0x0132, 'DateTime'],
  [0x9003, 'DateTimeOriginal'],
]);
const exifDirectory = 0x8769;
const asciiType = 2;

/** Returns camera and date from a raw EXIF block; `{}` if it is damaged or has neither. */
export function cameraOf(block: Uint8Array | undefined): Record<string, string> {
  if (!block) return {};
  const start = Buffer.from(block.subarray(0, 6)).toString('latin1') === 'Exif\0\0' ? 6 : 0;
  const tiff = Buffer.from(block.subarray(start));
  const order = tiff.subarray(0, 4).toString('latin1');
  if (tiff.length < 8 || (order !== 'II*\0' && order !== 'MM\0*')) return {};
  const little = order === 'II*\0';
  const u16 = (at: number): number => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const u32 = (at: number): number => (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const found: Record<string, string> = {};

  function readDirectory(at: number, nested: boolean): void {
    if (at + 2 > tiff.length) return;
    const count = Math.min(u16(at), limits.media.exifFields.max);
    for (let entry = at + 2; entry < at + 2 + count * 12 && entry + 12 <= tiff.length; entry += 12) {
      const tag = u16(entry);
      const name = kept.get(tag);
      if (tag === exifDirectory && !nested) readDirectory(u32(entry + 8), true);
      if (name === undefined || u16(entry + 2) !== asciiType) continue;
      const length = Math.min(u32(entry + 4), limits.media.exifText.max);
      const text = length <= 4 ? entry + 8 : u32(entry + 8);
      const value = tiff
        .subarray(text, text + length)
        .toString('latin1')
        .replace(/\0.*$/s, '')
        .replace(/[^\x20-\x7e]/g, '')
        .trim();
      if (value !== '') found[name] = value;
    }
  }

  readDirectory(u32(4), false);
  return found;
}
