import { limits } from '../../shared/limits.ts';
import type { UncheckedFile } from './storage.ts';
import type { VideoFacts } from './video-facts.ts';

const ids = {
  header: 0x1a45dfa3,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  codec: 0x86,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
  cluster: 0x1f43b675,
} as const;

const { webmParts, webmPart } = limits.media;

/**
 * Reads a WebM file (RFC 8794, RFC 9559) up to its first picture.
 *
 * @throws Error, as a sentence, if it is cut off, damaged, or has no video
 */
export async function readWebm(file: UncheckedFile): Promise<VideoFacts> {
  let info: Buffer = Buffer.alloc(0);
  let tracks: Buffer | undefined;
  let hasData = false;
  let start = 0;
  for (let count = 0; start < file.bytes && !(hasData && tracks); count++) {
    if (count > webmParts.max) throw new Error('it has too many parts');
    const { id, header, size } = elementAt(await file.read(start, 16));
    // In an unfinished recording neither segment nor cluster has a length.
    const open = size === undefined;
    if (id === ids.segment || open) {
      if (!open && start + header + size > file.bytes) throw new Error('its end is missing');
      if (open && id !== ids.segment && id !== ids.cluster) throw new Error('a part has no length');
      hasData ||= id === ids.cluster;
      start += header;
      continue;
    }
    if (start + header + size > file.bytes) throw new Error('its end is missing');
    if (id === ids.cluster) hasData = true;
    if (id === ids.info || id === ids.tracks) {
      if (size > webmPart.max) throw new Error('a part is too long');
      const data = await file.read(start + header, size);
      if (id === ids.info) info = data;
      else tracks = data;
    }
    start += header + size;
  }
  if (!tracks) throw new Error('its list of tracks is missing');
  if (!hasData) throw new Error('its frames are missing');
  const all = elements(tracks).filter(({ id }) => id === ids.track);
  const shown = all.map(({ data }) => elements(data)).find((track) => numberOf(track, ids.trackType) === 1);
  if (!shown) throw new Error('it has no video track');
  const video = elements(find(shown, ids.video));
  const codecs = all.map(({ data }) => find(elements(data), ids.codec).toString('latin1'));
  return {
    duration: durationOf(elements(info)),
    width: numberOf(video, ids.width),
    height: numberOf(video, ids.height),
    codecs: codecs.map((codec) => codec.replace(/^[VA]_/, '').toLowerCase()).join(', '),
  };
}

interface Element {
  id: number;
  data: Buffer;
}

/** `size` is undefined if the element has no length. */
function elementAt(bytes: Buffer): { id: number; header: number; size: number | undefined } {
  const idLength = Math.clz32(bytes[0] ?? 0) - 23;
  if (idLength < 1 || idLength > 4 || bytes.length <= idLength) throw new Error('a part is damaged');
  const first = bytes[idLength] ?? 0;
  const sizeLength = Math.clz32(first) - 23;
  const header = idLength + sizeLength;
  if (sizeLength < 1 || sizeLength > 8 || bytes.length < header) throw new Error('a part is damaged');
  let size = first & (0xff >> sizeLength);
  let isOpen = size === 0xff >> sizeLength;
  for (const byte of bytes.subarray(idLength + 1, header)) {
    size = size * 256 + byte;
    isOpen &&= byte === 0xff;
  }
  return { id: bytes.readUIntBE(0, idLength), header, size: isOpen ? undefined : size };
}

function elements(data: Buffer): Element[] {
  const found: Element[] = [];
  for (let start = 0; start < data.length;) {
    const { id, header, size } = elementAt(data.subarray(start, start + 16));
    const end = start + header + (size ?? 0);
    if (size === undefined || end > data.length || found.length > webmParts.max)
      throw new Error('a part is damaged');
    found.push({ id, data: data.subarray(start + header, end) });
    start = end;
  }
  return found;
}

const find = (within: Element[], id: number): Buffer =>
  within.find((element) => element.id === id)?.data ?? Buffer.alloc(0);

function numberOf(within: Element[], id: number): number {
  const data = find(within, id);
  return data.length > 0 && data.length <= 6 ? data.readUIntBE(0, data.length) : 0;
}

function durationOf(info: Element[]): number {
  const data = find(info, ids.duration);
  const ticks = data.length === 8 ? data.readDoubleBE(0) : data.length === 4 ? data.readFloatBE(0) : 0;
  const scale = numberOf(info, ids.timestampScale) || 1_000_000;
  const milliseconds = Math.round((ticks * scale) / 1_000_000);
  return Number.isSafeInteger(milliseconds) && milliseconds > 0 ? milliseconds : 0;
}
