import { limits } from '../../shared/limits.ts';
import type { UncheckedFile } from './storage.ts';
import type { VideoFacts } from './video-facts.ts';

const { mp4Parts, mp4Contents } = limits.media;

/**
 * Reads an MP4 or QuickTime file (ISO/IEC 14496-12).
 *
 * @throws Error, as a sentence, if it is cut off, damaged, or has no video
 */
export async function readMp4(file: UncheckedFile): Promise<VideoFacts> {
  let moov: Buffer | undefined;
  let hasData = false;
  let boxes = 0;
  for (let start = 0; start < file.bytes;) {
    if (++boxes > mp4Parts.max) throw new Error('it has too many parts');
    const { type, header, size } = boxAt(await file.read(start, 16), file.bytes - start);
    if (size < header || start + size > file.bytes) throw new Error(`its part "${type}" is cut off`);
    if (type === 'mdat' || type === 'moof') hasData = true;
    if (type === 'moov') {
      if (size > mp4Contents.max) throw new Error('its table of contents is too long');
      moov = await file.read(start + header, size - header);
    }
    start += size;
  }
  if (!moov) throw new Error('its table of contents is missing');
  if (!hasData) throw new Error('its frames are missing');
  const inside = children(moov);
  const tracks = inside.filter(({ type }) => type === 'trak').map(({ data }) => trackOf(data));
  const shown = tracks.find(({ kind }) => kind === 'vide');
  if (!shown) throw new Error('it has no video track');
  const codecs = tracks.filter(({ kind }) => kind === 'vide' || kind === 'soun').map(({ codec }) => codec);
  return {
    duration: durationOf(child(inside, 'mvhd')),
    width: shown.width,
    height: shown.height,
    codecs: codecs.filter(Boolean).join(', '),
  };
}

interface Box {
  type: string;
  data: Buffer;
}

function boxAt(bytes: Buffer, rest: number): { type: string; header: number; size: number } {
  if (bytes.length < 8) throw new Error('its last part is cut off');
  const type = bytes.toString('latin1', 4, 8).replace(/[^ -~]/g, '?');
  const short = bytes.readUInt32BE(0);
  if (short === 0) return { type, header: 8, size: rest };
  if (short !== 1) return { type, header: 8, size: short };
  if (bytes.length < 16) throw new Error('its last part is cut off');
  return { type, header: 16, size: Number(bytes.readBigUInt64BE(8)) };
}

function children(data: Buffer): Box[] {
  const found: Box[] = [];
  // QuickTime may end a list with four zeros.
  for (let start = 0; start + 8 <= data.length;) {
    const rest = data.length - start;
    const { type, header, size } = boxAt(data.subarray(start, start + 16), rest);
    if (size < header || size > rest) throw new Error(`its part "${type}" is damaged`);
    found.push({ type, data: data.subarray(start + header, start + size) });
    if (found.length > mp4Parts.max) throw new Error('it has too many parts');
    start += size;
  }
  return found;
}

const child = (boxes: Box[], type: string): Buffer =>
  boxes.find((box) => box.type === type)?.data ?? Buffer.alloc(0);

const below = (data: Buffer, ...path: string[]): Buffer =>
  path.reduce((at, type) => child(children(at), type), data);

function durationOf(mvhd: Buffer): number {
  if (mvhd.length < 32) return 0;
  const long = mvhd[0] === 1;
  const timescale = mvhd.readUInt32BE(long ? 20 : 12);
  const duration = long ? Number(mvhd.readBigUInt64BE(24)) : mvhd.readUInt32BE(16);
  // All bits set means unknown.
  const isKnown = timescale > 0 && duration !== 0xffffffff && duration < 2 ** 53;
  return isKnown ? Math.round((duration * 1000) / timescale) : 0;
}

function trackOf(trak: Buffer): { kind: string; codec: string; width: number; height: number } {
  const parts = children(trak);
  const tkhd = child(parts, 'tkhd');
  const hdlr = below(child(parts, 'mdia'), 'hdlr');
  const stsd = below(child(parts, 'mdia'), 'minf', 'stbl', 'stsd');
  const matrix = tkhd[0] === 1 ? 52 : 40;
  const fixed = (at: number): number =>
    at + 4 <= tkhd.length ? Math.round(tkhd.readUInt32BE(at) / 65_536) : 0;
  const sides = { width: fixed(matrix + 36), height: fixed(matrix + 40) };
  // A phone held upright: the first entry of the matrix is 0.
  const isTurned = tkhd.length >= matrix + 36 && tkhd.readInt32BE(matrix) === 0;
  return {
    kind: hdlr.toString('latin1', 8, 12),
    codec: stsd.toString('latin1', 12, 16).replace(/[^\w.-]/g, ''),
    ...(isTurned ? { width: sides.height, height: sides.width } : sides),
  };
}
