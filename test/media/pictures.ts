import type { Sharp } from 'sharp';

import { loadSharp } from '../../app/media/sharp.ts';

/** Returns a picture whose corners show its orientation: red, green, blue, white, clockwise from the top left. */
export async function corners(width = 240, height = 160): Promise<Sharp> {
  const sharp = await loadSharp();
  const half = { width: width / 2, height: height / 2, channels: 3 as const };
  const quarter = (background: string, left: number, top: number) => ({
    input: { create: { ...half, background } },
    left: left * half.width,
    top: top * half.height,
  });
  const pixels = await sharp({ create: { width, height, channels: 3, background: 'white' } })
    .composite([quarter('#f00', 0, 0), quarter('#0f0', 1, 0), quarter('#00f', 1, 1)])
    .removeAlpha()
    .raw()
    .toBuffer();
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Returns the colours of the corners of an encoded picture, as letters clockwise from the top left. */
export async function cornersOf(bytes: Uint8Array): Promise<string> {
  const sharp = await loadSharp();
  const { data, info } = await sharp(bytes)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): string => {
    const start = (y * info.width + x) * 3;
    const [r, g, b] = [...data.subarray(start, start + 3)].map((value) => value > 128);
    return r ? (g ? 'W' : 'R') : g ? 'G' : b ? 'B' : 'K';
  };
  const [right, bottom] = [info.width - 5, info.height - 5];
  return at(4, 4) + at(right, 4) + at(right, bottom) + at(4, bottom);
}

/** Returns noise like a photograph's, the same each time. */
export async function photo(width = 640, height = 480): Promise<Sharp> {
  const sharp = await loadSharp();
  const pixels = new Uint8Array(width * height * 3);
  let state = 7;
  for (let at = 0; at < pixels.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    pixels[at] = 60 + ((at / (width * 3)) & 127) + (state >>> 27);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

export interface BmpOptions {
  width: number;
  height: number;
  bits: 8 | 24 | 32;
  topDown?: boolean;
  alpha?: boolean;
}

/** Returns a valid BMP: the pixels of `corners`, with padding if rows need it. */
export async function bmp({
  width,
  height,
  bits,
  topDown = false,
  alpha = false,
}: BmpOptions): Promise<Buffer> {
  const pixels = await (await corners(width, height)).raw().toBuffer();
  const headerSize = alpha ? 108 : 40;
  const palette = bits === 8 ? ['0000ff00', '00ff0000', 'ff000000', 'ffffff00'] : [];
  const offset = 14 + headerSize + palette.length * 4;
  const stride = Math.ceil((width * bits) / 32) * 4;
  const file = Buffer.alloc(offset + stride * height);
  file.write('BM');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(offset, 10);
  file.writeUInt32LE(headerSize, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(topDown ? -height : height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(bits, 28);
  file.writeUInt32LE(palette.length, 46);
  if (alpha) {
    file.writeUInt32LE(3, 30);
    [0xff0000, 0xff00, 0xff, 0xff000000].forEach((mask, index) => file.writeUInt32LE(mask, 54 + index * 4));
  }
  palette.forEach((entry, index) => file.write(entry, 14 + headerSize + index * 4, 'hex'));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const source = (y * width + x) * 3;
      const [r = 0, g = 0, b = 0] = pixels.subarray(source, source + 3);
      const target = offset + (topDown ? y : height - 1 - y) * stride + (x * bits) / 8;
      if (bits === 8) file[target] = r && g ? 3 : r ? 0 : g ? 1 : 2;
      else file.set(alpha ? [b, g, r, x < width / 2 ? 255 : 64] : [b, g, r], target);
    }
  }
  return file;
}
