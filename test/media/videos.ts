const box = (type: string, ...content: Buffer[]): Buffer => {
  const data = Buffer.concat(content);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + data.length);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, data]);
};

const words = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32BE(value >>> 0, index * 4));
  return bytes;
};

export interface Mp4Options {
  brand?: string;
  width?: number;
  height?: number;
  /** Milliseconds. */
  duration?: number;
  /** As a phone held upright writes it. */
  turned?: boolean;
  /** Fields of 64 bits. */
  long?: boolean;
  picture?: boolean;
  data?: Buffer;
}

/** Returns the smallest valid MP4: its boxes are in order, its pictures are empty. */
export function mp4({
  brand = 'isom',
  width = 640,
  height = 360,
  duration = 2500,
  turned = false,
  long = false,
  picture = true,
  data = Buffer.from('not really a picture'),
}: Mp4Options = {}): Buffer {
  const version = long ? 0x01000000 : 0;
  const times = long ? [0, 0, 0, 0] : [0, 0];
  const mvhd = words(
    version,
    ...times,
    1000,
    ...(long ? [0, duration] : [duration]),
    ...Array.from({ length: 20 }, () => 0),
  );
  const matrix = turned
    ? [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000]
    : [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];
  const tkhd = words(
    version,
    ...times,
    1,
    0,
    ...(long ? [0, duration] : [duration]),
    0,
    0,
    0,
    0,
    ...matrix,
    width * 65_536,
    height * 65_536,
  );
  const track = (kind: string, codec: string): Buffer =>
    box(
      'trak',
      box('tkhd', tkhd),
      box(
        'mdia',
        box('hdlr', words(0, 0), Buffer.from(kind), words(0, 0, 0)),
        box('minf', box('stbl', box('stsd', words(0, 1), box(codec, words(0, 0))))),
      ),
    );
  const tracks = [...(picture ? [track('vide', 'avc1')] : []), track('soun', 'mp4a')];
  return Buffer.concat([
    box('ftyp', Buffer.from(brand.padEnd(4)), words(0), Buffer.from('mp42')),
    box('moov', box('mvhd', mvhd), ...tracks),
    box('mdat', data),
  ]);
}

const element = (id: string, ...content: (Buffer | number)[]): Buffer => {
  const data = Buffer.concat(
    content.map((part) => (typeof part === 'number' ? Buffer.from([part >> 8, part & 255]) : part)),
  );
  const size = Buffer.alloc(4);
  size.writeUInt32BE(0x10000000 | data.length);
  return Buffer.concat([Buffer.from(id, 'hex'), size, data]);
};

/** Returns the smallest valid WebM; `open` as a browser records it, without lengths. */
export function webm({
  type = 'webm',
  open = false,
  trackType = 1,
}: { type?: string; open?: boolean; trackType?: number } = {}): Buffer {
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(1500);
  const info = element(
    '1549a966',
    element('2ad7b1', Buffer.from('0f4240', 'hex')),
    ...(open ? [] : [element('4489', duration)]),
  );
  const tracks = element(
    '1654ae6b',
    element(
      'ae',
      element('83', trackType),
      element('86', Buffer.from('V_VP9')),
      element('e0', element('b0', 320), element('ba', 240)),
    ),
  );
  const cluster = element('1f43b675', Buffer.from('not really a picture'));
  const inside = Buffer.concat([info, tracks, cluster]);
  const segment = open
    ? Buffer.concat([Buffer.from('1853806701ffffffffffffff', 'hex'), inside])
    : element('18538067', inside);
  return Buffer.concat([element('1a45dfa3', element('4282', Buffer.from(type))), segment]);
}
