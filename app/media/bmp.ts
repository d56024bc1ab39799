import type { Sharp } from 'sharp';

import { loadSharp } from './sharp.ts';

interface Bitmap {
  width: number;
  height: number;
  /** Rows start at the bottom, as in most files. */
  bottomUp: boolean;
  bitsPerPixel: number;
  hasAlpha: boolean;
  /** `offset`: byte where pixels begin; `stride`: bytes per row including padding. */
  offset: number;
  stride: number;
  palette: Uint8Array;
}

/**
 * Reads the header of a BMP and checks it against the length of the file.
 *
 * @throws Error, as a sentence, for a damaged file or an unused kind (RLE, 16 bit)
 */
export function bmpHeader(bytes: Uint8Array): Bitmap {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < 54) throw new Error('the header is incomplete');
  const offset = view.getUint32(10, true);
  const headerSize = view.getUint32(14, true);
  const width = view.getInt32(18, true);
  const signedHeight = view.getInt32(22, true);
  const bitsPerPixel = view.getUint16(28, true);
  const compression = view.getUint32(30, true);
  const height = Math.abs(signedHeight);
  if (headerSize < 40 || headerSize > 124) throw new Error(`a header of ${headerSize} bytes is unknown`);
  if (width < 1 || height < 1) throw new Error(`${width} × ${height} is not a valid picture size`);
  if (![1, 4, 8, 24, 32].includes(bitsPerPixel))
    throw new Error(`${bitsPerPixel} bits a pixel cannot be read`);
  const masked = compression === 3 || compression === 6;
  if (compression !== 0 && !(masked && bitsPerPixel === 32))
    throw new Error('compressed pixels cannot be read');
  if (masked && bytes.byteLength < 70) throw new Error('the header is incomplete');
  if (masked && [0xff0000, 0xff00, 0xff].some((mask, i) => view.getUint32(54 + 4 * i, true) !== mask)) {
    throw new Error('its order of colours is not supported');
  }
  const hasAlpha =
    masked && (headerSize >= 56 || compression === 6) && view.getUint32(66, true) === 0xff000000;
  const stride = Math.ceil((width * bitsPerPixel) / 32) * 4;
  if (offset < 14 + headerSize || offset + stride * height > bytes.byteLength)
    throw new Error('pixels are missing');
  const colors = bitsPerPixel > 8 ? 0 : view.getUint32(46, true) || 2 ** bitsPerPixel;
  const paletteStart = 14 + headerSize;
  if (colors > 256 || paletteStart + colors * 4 > offset) throw new Error('the table of colours is damaged');
  return {
    width,
    height,
    bottomUp: signedHeight > 0,
    bitsPerPixel,
    hasAlpha,
    offset,
    stride,
    palette: bytes.subarray(paletteStart, paletteStart + colors * 4),
  };
}

/** Opens the pixels for sharp. Only copies bytes; libvips swaps channels and flips rows. */
export async function openBmp(bytes: Uint8Array): Promise<Sharp> {
  const bitmap = bmpHeader(bytes);
  const { width, height, bitsPerPixel, hasAlpha, bottomUp } = bitmap;
  const sharp = await loadSharp();
  const channels = bitsPerPixel === 32 ? 4 : 3;
  const pixels = bitsPerPixel > 8 ? packRows(bytes, bitmap, channels) : lookUp(bytes, bitmap);
  const open = (): Sharp => sharp(pixels, { raw: { width, height, channels } });
  // Some programs write an alpha channel of zeros for an opaque picture.
  const transparent = hasAlpha && ((await open().stats()).channels[3]?.max ?? 0) > 0;
  const right = bottomUp ? open().flip() : open();
  return (transparent ? right : right.removeAlpha()).recomb(transparent ? swapWithAlpha : swap);
}

/** Swaps blue, green, red to red, green, blue. */
const swap: [[number, number, number], [number, number, number], [number, number, number]] = [
  [0, 0, 1],
  [0, 1, 0],
  [1, 0, 0],
];
type Row4 = [number, number, number, number];
const swapWithAlpha: [Row4, Row4, Row4, Row4] = [
  [0, 0, 1, 0],
  [0, 1, 0, 0],
  [1, 0, 0, 0],
  [0, 0, 0, 1],
];

function packRows(
  bytes: Uint8Array,
  { width, height, offset, stride }: Bitmap,
  channels: number,
): Uint8Array {
  const packed = width * channels;
  if (packed === stride) return bytes.subarray(offset, offset + stride * height);
  const pixels = new Uint8Array(packed * height);
  for (let y = 0; y < height; y++) {
    const start = offset + y * stride;
    pixels.set(bytes.subarray(start, start + packed), y * packed);
  }
  return pixels;
}

function lookUp(
  bytes: Uint8Array,
  { width, height, offset, stride, bitsPerPixel, palette }: Bitmap,
): Uint8Array {
  const pixels = new Uint8Array(width * height * 3);
  const perByte = 8 / bitsPerPixel;
  const mask = 2 ** bitsPerPixel - 1;
  let at = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const byte = bytes[offset + y * stride + Math.floor(x / perByte)] ?? 0;
      const entry = ((byte >> (8 - bitsPerPixel * ((x % perByte) + 1))) & mask) * 4;
      for (let c = 0; c < 3; c++) pixels[at++] = palette[entry + c] ?? 0;
    }
  }
  return pixels;
}
