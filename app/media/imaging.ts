import type { Metadata, Sharp, SharpOptions } from 'sharp';

import { invariant } from '../../shared/assert.ts';
import { AppError, invalid } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import { imageSizeNames, imageSizes } from '../../shared/model/image.ts';
import type { ImageSize } from '../../shared/model/image.ts';
import { barePicture } from './bare-picture.ts';
import { bmpHeader, openBmp } from './bmp.ts';
import { cameraOf } from './exif.ts';
import { endsCleanly, formatOfName, mimeOf, sniff, uploadable } from './formats.ts';
import type { Format } from './formats.ts';
import { decodeHeic, withProfile } from './heic.ts';
import type { HeicPixels } from './heic.ts';
import { loadSharp } from './sharp.ts';
import { inTurns } from './turns.ts';

export interface DecodedPicture {
  width: number;
  height: number;
  mime: string;
}

/** A picture as stored and served without a suffix: upright, without location, in a format that every browser shows. */
export interface Original extends DecodedPicture {
  bytes: Uint8Array;
  /** Camera and date; the bytes themselves contain no EXIF. */
  exif: Record<string, string>;
}

export interface Variant {
  size: ImageSize;
  bytes: Uint8Array;
  mime: string;
}

export type CropRatio = 'FOUR_THREE' | 'ONE_ONE';

export interface PictureEdit {
  /** Degrees, clockwise. */
  turn: 0 | 90 | 180 | 270;
  /** The part to keep, in pixels of the rotated picture; null keeps all of it. */
  part: { left: number; top: number; width: number; height: number } | null;
}

const minSide = 50;
const jpegQuality = 92;

// Each picture in progress may need a few hundred megabytes.
const turn = inTurns(2);

/**
 * Checks a picture by decoding every pixel. JPEG has no checksum: damage that leaves a decodable stream is not found.
 *
 * @throws AppError `invalid` or `too-large`, as a sentence, for anything that is not a complete picture
 */
export function verifyPicture(bytes: Uint8Array): Promise<DecodedPicture> {
  return turn(async () => {
    const { format, width, height } = await decode(bytes);
    return { width, height, mime: mimeOf[format] };
  });
}

/**
 * Converts an upload to what is stored. A picture keeps the bytes of its pixels and nothing else; one with rotation, EXIF or other
 * metadata is written again in its format; BMP, TIFF and WebP become JPEG or PNG, and HEIC becomes JPEG.
 *
 * @param name File name or extension, which must agree with the bytes (CONTRACT 6.4); without one the bytes decide.
 * @throws AppError as `verifyPicture`, also for the wrong name and for less than 50 × 50 pixels
 */
export function normalise(bytes: Uint8Array, name?: string): Promise<Original> {
  return turn(async () => {
    const actual = sniff(bytes);
    const expected = formatOfName(name ?? actual ?? '');
    if (!expected) throw invalid('file', `${name ?? 'This file'}: a picture must be ${uploadable}.`);
    if (actual && actual !== expected) {
      throw invalid(
        'file',
        `${name} does not match its name: its content is ${actual.toUpperCase()}. Rename it and try again.`,
      );
    }
    if (actual === 'heic') return fromHeic(bytes);
    const { format, width, height, metadata } = await decode(bytes);
    requireSides(width, height);
    const exif = cameraOf(metadata.exif);
    const bare = isClean(metadata) ? barePicture(bytes, format) : undefined;
    if (bare) return { bytes: bare, mime: mimeOf[format], width, height, exif };
    const pixels = (await open(bytes, format, { animated: format === 'gif' })).autoOrient();
    // A CMYK profile does not apply to the RGB pixels written here.
    const upright = metadata.space === 'cmyk' ? pixels : pixels.keepIccProfile();
    return { ...(await write(upright, await keptFormat(bytes, format), metadata)), width, height, exif };
  });
}

function requireSides(width: number, height: number): void {
  if (width >= minSide && height >= minSide) return;
  throw invalid(
    'file',
    `A picture must be at least ${minSide} × ${minSide} pixels; this one is ${width} × ${height}.`,
  );
}

async function fromHeic(bytes: Uint8Array): Promise<Original> {
  let pixels: HeicPixels | undefined;
  const { metadata } = await decode(bytes, async () => {
    pixels = await decodeHeic(bytes);
  });
  invariant(pixels, 'a decoded picture has pixels');
  const { data, width, height } = pixels;
  requireSides(width, height);
  const sharp = await loadSharp();
  const opaque = sharp(data, { raw: { width, height, channels: 4 } }).flatten({ background: 'white' });
  const jpeg = await encode(opaque, 'jpeg', jpegQuality);
  const exif = cameraOf(metadata.exif);
  return { bytes: withProfile(jpeg.bytes, metadata.icc), mime: jpeg.mime, width, height, exif };
}

/** Returns the largest centred part with this ratio; the picture itself if it has the ratio. */
export async function crop(original: Original, ratio: CropRatio): Promise<Original> {
  const wanted = ratio === 'ONE_ONE' ? 1 : 4 / 3;
  const width = Math.min(original.width, Math.round(original.height * wanted));
  const height = Math.min(original.height, Math.round(original.width / wanted));
  const left = Math.floor((original.width - width) / 2);
  const top = Math.floor((original.height - height) / 2);
  return turnAndCut(original, { turn: 0, part: { left, top, width, height } });
}

/**
 * Returns the picture turned and cut as a person chose; the picture itself if that changes nothing.
 *
 * @throws AppError `invalid` for a part outside the picture, for less than 50 × 50 pixels, and for turning an animation
 */
export async function turnAndCut(
  original: Original,
  { turn: degrees, part }: PictureEdit,
): Promise<Original> {
  const isOnItsSide = degrees % 180 !== 0;
  const turned = {
    width: isOnItsSide ? original.height : original.width,
    height: isOnItsSide ? original.width : original.height,
  };
  const box = part ?? { left: 0, top: 0, ...turned };
  if (box.left + box.width > turned.width || box.top + box.height > turned.height) {
    throw invalid(
      'crop',
      `The part is outside the picture, which is ${turned.width} × ${turned.height} pixels.`,
    );
  }
  const { width, height } = box;
  if (degrees === 0 && width === original.width && height === original.height) return original;
  requireSides(width, height);
  return turn(async () => {
    const format = sniff(original.bytes) ?? 'jpeg';
    const metadata = await (await open(original.bytes, format)).metadata();
    if (degrees !== 0 && (metadata.pages ?? 1) > 1)
      throw invalid('turn', 'An animated picture can be cropped, but not rotated.');
    const pixels = (await open(original.bytes, format, { animated: format === 'gif' })).keepIccProfile();
    const cut = (degrees === 0 ? pixels : pixels.rotate(degrees)).extract(box);
    return { ...(await write(cut, format, metadata)), width, height, exif: original.exif };
  });
}

/**
 * Makes the contract's sizes, each within a square of its longest side and never larger than the original: JPEG, or PNG
 * if it is transparent or has few colours. If the original fits, its own bytes are the variant.
 */
export function variants(
  original: Pick<Original, 'bytes' | 'mime'>,
  sizes: readonly ImageSize[] = imageSizeNames,
): Promise<Variant[]> {
  return turn(async () => {
    const format = sniff(original.bytes) ?? 'jpeg';
    const sharp = await loadSharp();
    const source = await open(original.bytes, format);
    const full = await source.metadata();
    const reusable = format === 'jpeg' || format === 'png' ? Math.max(full.width, full.height) : Infinity;
    if (sizes.every((size) => reusable <= imageSizes[size]))
      return sizes.map((size) => ({ size, bytes: original.bytes, mime: original.mime }));
    // Smaller sizes are made from the largest, so that a large picture is decoded once.
    const base = await inside(source, imageSizes.huge)
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const pixels = (): Sharp => sharp(base.data, { raw: base.info });
    const kind = format === 'jpeg' ? 'jpeg' : await flatOrPhoto(pixels);
    const made: Variant[] = [];
    for (const size of sizes) {
      const side = imageSizes[size];
      if (reusable <= side) made.push({ size, bytes: original.bytes, mime: original.mime });
      else made.push({ size, ...(await encode(inside(pixels(), side), kind, size === 'huge' ? 85 : 82)) });
    }
    return made;
  });
}

/** Converts a fixture's WebP to the JPEG that is stored; a hub makes it when it is first asked for. @throws AppError as `verifyPicture` */
export function fromWebp(bytes: Uint8Array): Promise<Original> {
  return turn(async () => {
    // Writing reads every pixel, so no separate check is needed.
    let written: Pick<Original, 'bytes' | 'mime'> | undefined;
    const { width, height } = await decode(bytes, async (pixels, frames) => {
      const first = frames > 1 ? await open(bytes, 'webp') : pixels;
      written = await write(first.flatten({ background: 'white' }), 'jpeg', {});
    });
    invariant(written, 'a decoded picture was written');
    return { ...written, width, height, exif: {} };
  });
}

/**
 * Reads the header of a WebP, at a hundredth of the cost of its pixels.
 *
 * @returns undefined if the file is cut off or contains more than a picture, such as a location
 * @throws AppError as `verifyPicture`
 */
export function headOfWebp(bytes: Uint8Array): Promise<DecodedPicture | undefined> {
  return turn(async () => {
    const { width, height, metadata } = await decode(bytes, () => Promise.resolve());
    const isPlain = isClean(metadata) && endsCleanly(bytes) && (metadata.pages ?? 1) === 1;
    return isPlain ? { width, height, mime: mimeOf.webp } : undefined;
  });
}

/** Draws one of our own SVGs. Never use it for one from outside: SVG can refer to other files. */
export function rasterise(svg: string, size = { width: 1600, height: 1200 }): Promise<Original> {
  return turn(async () => {
    const sharp = await loadSharp();
    const { width, height } = await sharp(Buffer.from(svg)).metadata();
    const density = Math.min(2400, 72 * Math.min(size.width / width, size.height / height));
    const pixels = sharp(Buffer.from(svg), { density })
      .resize(size.width, size.height, { fit: 'contain', background: 'white' })
      .flatten({ background: 'white' });
    const bytes = await pixels.jpeg({ quality: 88, chromaSubsampling: '4:4:4' }).toBuffer();
    return { bytes, mime: mimeOf.jpeg, ...size, exif: {} };
  });
}

interface Decoded {
  format: Format;
  /** Dimensions after rotation to upright. */
  width: number;
  height: number;
  metadata: Partial<Metadata>;
}

/** @param look must read every pixel of all frames */
async function decode(
  bytes: Uint8Array,
  look: (pixels: Sharp, frames: number) => Promise<void> = shrink,
): Promise<Decoded> {
  if (bytes.length === 0) throw invalid('file', 'This file is empty: it has no bytes.');
  if (bytes.length > limits.media.picture.max) throw tooLarge('A picture may have at most 80 MB.');
  const format = sniff(bytes);
  if (!format) throw invalid('file', `This is not a picture Benchside can read. It must be ${uploadable}.`);
  // Outside the `try`: a missing sharp is not an error of the picture.
  await loadSharp();
  try {
    const metadata = format === 'bmp' ? bmpHeader(bytes) : await (await open(bytes, format)).metadata();
    const { width, height } = metadata;
    const frames = 'pages' in metadata && format !== 'tiff' ? (metadata.pages ?? 1) : 1;
    if (width * height * frames > limits.media.pixels.max) throw tooManyPixels();
    // Extracting the full area keeps the decoder from skipping detail that a small result does not need.
    const all = await open(bytes, format, { animated: frames > 1 });
    await look(all.extract({ left: 0, top: 0, width, height }), frames);
    if (!('format' in metadata)) return { format, width, height, metadata: {} };
    return { format, width: metadata.autoOrient.width, height: metadata.autoOrient.height, metadata };
  } catch (error) {
    if (error instanceof AppError) throw error;
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
    if (reason?.includes('exceeds pixel limit')) throw tooManyPixels();
    const message = `The picture is damaged or incomplete, so it cannot be shown (${reason}).`;
    throw new AppError('invalid', message, { errors: [{ field: 'file', message, code: 'invalid' }] }, error);
  }
}

async function shrink(pixels: Sharp): Promise<void> {
  await pixels.resize(64, 64).raw().toBuffer();
}

async function open(bytes: Uint8Array, format: Format, options: SharpOptions = {}): Promise<Sharp> {
  if (format === 'bmp') return openBmp(bytes);
  const sharp = await loadSharp();
  return sharp(bytes, {
    limitInputPixels: limits.media.pixels.max,
    failOn: 'warning',
    sequentialRead: true,
    ...options,
  });
}

const inside = (pixels: Sharp, side: number): Sharp =>
  pixels.resize(side, side, { fit: 'inside', withoutEnlargement: true });

function isClean(metadata: Partial<Metadata>): boolean {
  const { exif, xmp, iptc, tifftagPhotoshop, comments, orientation = 1 } = metadata;
  return !exif && !xmp && !iptc && !tifftagPhotoshop && !comments?.length && orientation === 1;
}

async function keptFormat(bytes: Uint8Array, format: Format): Promise<Format> {
  if (format !== 'bmp' && format !== 'tiff' && format !== 'webp') return format;
  const base = await inside(await open(bytes, format), imageSizes.huge)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const sharp = await loadSharp();
  return flatOrPhoto(() => sharp(base.data, { raw: base.info }));
}

async function write(
  pixels: Sharp,
  format: Format,
  source: Partial<Metadata>,
): Promise<Pick<Original, 'bytes' | 'mime'>> {
  if (format === 'gif') return { bytes: await pixels.gif().toBuffer(), mime: mimeOf.gif };
  const chroma = source.chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0';
  return encode(pixels, format === 'png' ? 'png' : 'jpeg', jpegQuality, chroma);
}

async function encode(
  pixels: Sharp,
  kind: 'jpeg' | 'png',
  quality: number,
  chromaSubsampling = '4:2:0',
): Promise<{ bytes: Uint8Array; mime: string }> {
  const bytes = await (
    kind === 'png' ? pixels.png() : pixels.jpeg({ quality, chromaSubsampling })
  ).toBuffer();
  return { bytes, mime: mimeOf[kind] };
}

/** Returns PNG for transparency or the few colours and even areas of a drawing or screenshot; JPEG for photographs. */
async function flatOrPhoto(pixels: () => Sharp): Promise<'jpeg' | 'png'> {
  const side = 256;
  // Smooth sampling misses no transparent spot; nearest-neighbour sampling adds no colours.
  const smooth = await inside(pixels(), side).raw().toBuffer({ resolveWithObject: true });
  const { channels } = smooth.info;
  if (channels === 2 || channels === 4) {
    for (let at = channels - 1; at < smooth.data.length; at += channels)
      if ((smooth.data[at] ?? 0) < 255) return 'png';
  }
  const sample = await inside(pixels(), side).resize({ kernel: 'nearest' }).raw().toBuffer();
  const colours = new Set<number>();
  let even = 0;
  let previous = -1;
  for (let at = 0; at < sample.length && colours.size <= 256; at += channels) {
    let colour = 0;
    for (let c = 0; c < Math.min(channels, 3); c++) colour = (colour << 8) | (sample[at + c] ?? 0);
    if (colour === previous) even++;
    previous = colour;
    colours.add(colour);
  }
  return colours.size <= 256 && even * channels * 2 > sample.length ? 'png' : 'jpeg';
}

const tooManyPixels = (): AppError =>
  tooLarge('A picture may have at most 100 megapixels, all frames together.');

function tooLarge(message: string): AppError {
  return new AppError('too-large', message, { errors: [{ field: 'file', message, code: 'invalid' }] });
}
