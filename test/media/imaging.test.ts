import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { cameraOf } from '../../app/media/exif.ts';
import { crop, headOfWebp, normalise, rasterise, variants, verifyPicture } from '../../app/media/imaging.ts';
import { loadSharp } from '../../app/media/sharp.ts';
import { AppError } from '../../shared/errors.ts';
import { imageSizes } from '../../shared/model/image.ts';
import { bmp, corners, cornersOf, photo } from './pictures.ts';

async function refusal(promise: Promise<unknown>): Promise<AppError> {
  const outcome: unknown = await promise.then(
    () => new Error('was accepted'),
    (error: unknown) => error,
  );
  if (!(outcome instanceof AppError)) throw outcome;
  expect(outcome.details.errors).toHaveLength(1);
  return outcome;
}

const words = async (bytes: Uint8Array, name: string): Promise<string> =>
  (await refusal(normalise(bytes, name))).message;

const kindOf = async (bytes: Buffer): Promise<string | undefined> =>
  (await variants({ bytes, mime: 'image/png' }))[0]?.mime;

let made: Promise<Record<string, Buffer>> | undefined;
const samples = (): Promise<Record<string, Buffer>> => (made ??= makeSamples());

async function makeSamples(): Promise<Record<string, Buffer>> {
  return {
    'a.jpg': await (await photo()).jpeg().toBuffer(),
    'a.jpeg': await (await photo()).jpeg({ progressive: true }).toBuffer(),
    'a.png': await (await photo()).png().toBuffer(),
    'a.gif': await (await photo()).gif({ effort: 1 }).toBuffer(),
    'a.tif': await (await photo()).tiff({ compression: 'lzw' }).toBuffer(),
    'a.TIFF': await (await photo()).tiff({ compression: 'none' }).toBuffer(),
    'a.bmp': await bmp({ width: 640, height: 480, bits: 24 }),
  };
}

describe('reading pictures', () => {
  it('accepts every format in the contract and returns its size', async () => {
    for (const [name, bytes] of Object.entries(await samples())) {
      const [seen, kept] = [await verifyPicture(bytes), await normalise(bytes, name)];
      expect([name, seen.width, seen.height, kept.width, kept.height]).toEqual([name, 640, 480, 640, 480]);
    }
  });

  it('refuses a picture that was cut off anywhere', async () => {
    const files = Object.entries(await samples());
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async ([name, bytes], part) => {
          const cut = bytes.subarray(0, Math.floor(part * (bytes.length - 16)));
          expect((await refusal(normalise(cut, name))).code).toBe('invalid');
        },
      ),
      { numRuns: 120 },
    );
  });

  it('answers damage with a message or a picture, never with another failure', async () => {
    const files = Object.entries(await samples());
    const damage = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), {
      minLength: 1,
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        damage,
        fc.boolean(),
        async ([name, bytes], edits, inHeader) => {
          const broken = Buffer.from(bytes);
          for (const [place, value] of edits) {
            broken[Math.floor(place * (inHeader ? Math.min(200, broken.length) : broken.length))] = value;
          }
          const outcome: unknown = await normalise(broken, name)
            .then(variants)
            .catch((error: unknown) => error);
          if (!Array.isArray(outcome)) expect(outcome).toBeInstanceOf(AppError);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('finds pixels that were overwritten', async () => {
    for (const [name, bytes] of Object.entries(await samples())) {
      // Uncompressed pixels contain nothing that reveals damage.
      if (name === 'a.TIFF' || name === 'a.bmp' || name === 'a.jpeg') continue;
      const broken = Buffer.from(bytes);
      broken.fill(0xff, broken.length >> 1, (broken.length >> 1) + 4000);
      expect(`${name}: ${(await refusal(verifyPicture(broken))).message}`).toContain('damaged or incomplete');
    }
  });

  it('explains why a file is not a picture', async () => {
    const jpeg = await (await photo()).jpeg().toBuffer();
    expect(await words(new Uint8Array(), 'a.jpg')).toContain('no bytes');
    expect(await words(Buffer.from('hello'), 'a.jpg')).toContain('must be JPEG');
    expect(await words(jpeg, 'a.png')).toBe(
      'a.png does not match its name: its content is JPEG. Rename it and try again.',
    );
    expect(await words(jpeg, 'a.avif')).toContain('must be JPEG');
    expect(await words(jpeg, 'jpg.exe')).toContain('must be JPEG');
    expect(
      await words(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"/>'), 'a.png'),
    ).toContain('must be');
    expect(await words(await (await photo(49, 80)).jpeg().toBuffer(), 'a.jpg')).toContain('at least 50 × 50');
  });

  it('refuses a picture of too many pixels before decoding it', async () => {
    const png = await (await photo(64, 64)).png().toBuffer();
    // The size is in the first chunk; its checksum does not matter, because nothing is decoded.
    const bomb = Buffer.from(png);
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    const started = process.memoryUsage().rss;
    expect((await refusal(normalise(bomb, 'a.png'))).code).toBe('too-large');
    const wide = await bmp({ width: 64, height: 64, bits: 24 });
    wide.writeInt32LE(2_000_000_000, 18);
    expect((await refusal(normalise(wide, 'a.bmp'))).message).toContain('pixels are missing');
    expect(process.memoryUsage().rss - started).toBeLessThan(200 * 1024 * 1024);
  });
});

describe('keeping an original', () => {
  it('keeps the exact bytes of a clean picture', async () => {
    for (const name of ['a.jpg', 'a.png', 'a.gif']) {
      const bytes = (await samples())[name] ?? Buffer.alloc(0);
      expect([name, (await normalise(bytes, name)).bytes === bytes]).toEqual([name, true]);
    }
  });

  it('turns a picture upright in each of the eight orientations', async () => {
    const sharp = await loadSharp();
    const png = await (await corners()).png().toBuffer();
    const turned = async (degrees: number): Promise<Buffer> => sharp(png).rotate(degrees).png().toBuffer();
    const stored: Buffer[] = [
      png,
      await sharp(png).flop().png().toBuffer(),
      await turned(180),
      await sharp(png).flip().png().toBuffer(),
      await sharp(await turned(90))
        .flop()
        .png()
        .toBuffer(),
      await turned(270),
      await sharp(await turned(270))
        .flop()
        .png()
        .toBuffer(),
      await turned(90),
    ];
    for (const [index, pixels] of stored.entries()) {
      const orientation = index + 1;
      const jpeg = await sharp(pixels)
        .jpeg({ chromaSubsampling: '4:4:4' })
        .withMetadata({ orientation })
        .toBuffer();
      const original = await normalise(jpeg, 'a.jpg');
      expect(original, `orientation ${orientation}`).toMatchObject({ width: 240, height: 160 });
      expect(await cornersOf(original.bytes), `orientation ${orientation}`).toBe('RGBW');
      expect((await sharp(original.bytes).metadata()).orientation ?? 1).toBe(1);
    }
  });

  it('removes the location of a picture and keeps camera and date', async () => {
    const sharp = await loadSharp();
    const jpeg = await (
      await photo()
    )
      .jpeg()
      .withExif({
        IFD0: { Make: 'Bench Optics', Model: 'B-1', DateTime: '2024:05:01 10:00:00' },
        IFD2: { DateTimeOriginal: '2024:05:01 09:59:58' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
      })
      .toBuffer();
    expect((await sharp(jpeg).metadata()).exif?.length).toBeGreaterThan(100);
    const original = await normalise(jpeg, 'a.jpg');
    const { exif, xmp } = await sharp(original.bytes).metadata();
    expect([exif, xmp]).toEqual([undefined, undefined]);
    expect(Buffer.from(original.bytes).includes('Exif')).toBe(false);
    expect(original.exif).toEqual({
      Make: 'Bench Optics',
      Model: 'B-1',
      DateTime: '2024:05:01 10:00:00',
      DateTimeOriginal: '2024:05:01 09:59:58',
    });
  });

  it('keeps a colour profile', async () => {
    const sharp = await loadSharp();
    const jpeg = await (
      await photo()
    )
      .jpeg()
      .withIccProfile('p3')
      .withExif({ IFD0: { Make: 'X' } })
      .toBuffer();
    const { bytes } = await normalise(jpeg, 'a.jpg');
    const before = (await sharp(jpeg).metadata()).icc;
    expect(before?.length).toBeGreaterThan(0);
    expect((await sharp(bytes).metadata()).icc?.equals(before ?? Buffer.alloc(0))).toBe(true);
  });

  it('removes data hidden after the end of a picture', async () => {
    for (const name of ['a.jpg', 'a.png', 'a.gif']) {
      const bytes = (await samples())[name] ?? Buffer.alloc(0);
      const polyglot = Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')]);
      const original = await normalise(polyglot, name);
      expect([name, Buffer.from(original.bytes).includes('<script>')]).toEqual([name, false]);
      expect(await verifyPicture(original.bytes)).toMatchObject({ width: 640, height: 480 });
    }
  });

  it('[security pictures] removes comments, signatures and further pictures of a picture, and changes no pixel', async () => {
    const sharp = await loadSharp();
    const hidden = 'GPS 51.5 -0.12';
    const segment = (marker: number, text: string): Buffer =>
      Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text, 'latin1')]);
    const chunk = (type: string, text: string): Buffer => {
      const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
      length.writeUInt32BE(text.length);
      sum.writeUInt32BE(crc32(Buffer.from(type + text)));
      return Buffer.concat([length, Buffer.from(type + text), sum]);
    };
    const [jpg, png, gif] = await Promise.all([
      (await photo()).jpeg({ progressive: true }).withIccProfile('p3').toBuffer(),
      (await photo(120, 80)).png().toBuffer(),
      (await photo(120, 80)).gif().toBuffer(),
    ]);
    const within = (file: Buffer, at: number, part: Buffer): Buffer =>
      Buffer.concat([file.subarray(0, at), part, file.subarray(at)]);
    const further = within(jpg, 2, segment(0xe1, `Exif\0\0${hidden}`));
    const comment = Buffer.concat([Buffer.from([0x21, 0xfe, hidden.length]), Buffer.from(`${hidden}\0`)]);
    for (const [name, clean, dirty] of [
      ['comment.jpg', jpg, within(jpg, 2, segment(0xfe, hidden))],
      ['signature.jpg', jpg, within(jpg, 2, segment(0xeb, `JP${hidden}`))],
      ['more.jpg', jpg, Buffer.concat([jpg, further])],
      ['filled.jpg', jpg, within(jpg, 2, Buffer.concat([Buffer.from([0xff, 0xff]), segment(0xe4, hidden)]))],
      ['signature.png', png, within(png, 33, chunk('caBX', hidden))],
      ['more.png', png, Buffer.concat([png, within(png, 33, chunk('caBX', hidden))])],
      ['comment.gif', gif, within(gif, gif.length - 1, comment)],
    ] as const) {
      expect([name, dirty.includes(hidden)]).toEqual([name, true]);
      const { bytes } = await normalise(dirty, name);
      expect([name, Buffer.from(bytes).equals(clean)]).toEqual([name, true]);
    }
    expect((await sharp(jpg).metadata()).isProgressive).toBe(true);
  });

  it('keeps all frames of an animated GIF and shows the first one in its sizes', async () => {
    const sharp = await loadSharp();
    const frame = async (background: string): Promise<Buffer> =>
      sharp({ create: { width: 90, height: 70, channels: 3, background } })
        .png()
        .toBuffer();
    const gif = await sharp([await frame('#f00'), await frame('#00f')], { join: { animated: true } })
      .gif()
      .toBuffer();
    const dirty = await normalise(Buffer.concat([gif, Buffer.from('more')]), 'a.gif');
    expect(dirty).toMatchObject({ width: 90, height: 70, mime: 'image/gif' });
    expect((await sharp(dirty.bytes).metadata()).pages).toBe(2);
    const [mini] = await variants(dirty);
    expect(mini).toMatchObject({ size: 'mini', mime: 'image/png' });
    expect(await cornersOf(mini?.bytes ?? dirty.bytes)).toBe('RRRR');
    expect(await crop(dirty, 'ONE_ONE')).toMatchObject({ width: 70, height: 70, mime: 'image/gif' });
  });

  it('reads BMP from the bottom or the top, with padding, with transparency and with a table of colours', async () => {
    for (const bits of [8, 24, 32] as const) {
      for (const topDown of [false, true]) {
        const original = await normalise(await bmp({ width: 122, height: 82, bits, topDown }), 'a.bmp');
        expect(original).toMatchObject({ width: 122, height: 82, mime: 'image/png' });
        expect(await cornersOf(original.bytes), `${bits} bits`).toBe('RGBW');
      }
    }
    const sharp = await loadSharp();
    const clear = await normalise(await bmp({ width: 122, height: 82, bits: 32, alpha: true }), 'a.bmp');
    expect((await sharp(clear.bytes).stats()).channels[3]).toMatchObject({ min: 64, max: 255 });
  });

  it('refuses a BMP with a contradictory header', async () => {
    const good = await bmp({ width: 122, height: 82, bits: 24 });
    const broken = (edit: (file: Buffer) => void): Buffer => {
      const file = Buffer.from(good);
      edit(file);
      return file;
    };
    const cases: [Buffer, string][] = [
      [good.subarray(0, 40), 'header is incomplete'],
      [broken((f) => f.writeUInt32LE(12, 14)), 'header of 12 bytes'],
      [broken((f) => f.writeInt32LE(-5, 18)), 'valid picture size'],
      [broken((f) => f.writeInt32LE(0, 22)), 'valid picture size'],
      [broken((f) => f.writeUInt16LE(16, 28)), '16 bits a pixel'],
      [broken((f) => f.writeUInt32LE(1, 30)), 'compressed'],
      [broken((f) => f.writeUInt32LE(0xffffff00, 10)), 'pixels are missing'],
      [broken((f) => f.writeUInt16LE(8, 28)), 'table of colours'],
      [good.subarray(0, -1), 'pixels are missing'],
    ];
    for (const [file, words] of cases)
      expect((await refusal(normalise(file, 'a.bmp'))).message).toContain(words);
  });

  it("keeps a fixture's WebP unchanged only if it is a single complete picture", async () => {
    const plain = await (await photo(300, 200)).webp().toBuffer();
    expect(await headOfWebp(plain)).toEqual({ width: 300, height: 200, mime: 'image/webp' });
    const exif = { IFD0: { Copyright: 'Somebody' } };
    const told = await (await photo(300, 200)).withExif(exif).webp().toBuffer();
    const followed = Buffer.concat([plain, Buffer.from('an archive')]);
    for (const other of [told, followed]) expect(await headOfWebp(other)).toBeUndefined();
    await expect(headOfWebp(plain.subarray(0, 20))).rejects.toThrow(AppError);
  });

  it('converts TIFF to a format that browsers show', async () => {
    const files = await samples();
    expect(await normalise(files['a.tif'] ?? Buffer.alloc(0), 'a.tif')).toMatchObject({ mime: 'image/jpeg' });
    const drawing = await (await corners()).tiff().toBuffer();
    expect(await normalise(drawing, 'a.tiff')).toMatchObject({ mime: 'image/png' });
    const inks = await (await photo()).toColourspace('cmyk').tiff().toBuffer();
    expect(await normalise(inks, 'a.tiff')).toMatchObject({ mime: 'image/jpeg' });
  });
});

describe('sizes', () => {
  it('are all nine made within their squares', async () => {
    const sharp = await loadSharp();
    const made = await variants({
      bytes: await (await photo(2000, 1500)).jpeg().toBuffer(),
      mime: 'image/jpeg',
    });
    expect(made.map(({ size }) => size)).toEqual(Object.keys(imageSizes));
    for (const { size, bytes, mime } of made) {
      const { width, height } = await sharp(bytes).metadata();
      expect([size, width, height, mime]).toEqual([
        size,
        imageSizes[size],
        Math.round(imageSizes[size] * 0.75),
        'image/jpeg',
      ]);
    }
  });

  it('are never larger than the original: the larger sizes of a small picture are its own bytes', async () => {
    const bytes = await (await photo(400, 100)).jpeg().toBuffer();
    const made = await variants({ bytes, mime: 'image/jpeg' });
    const own = made.filter((variant) => variant.bytes === bytes).map(({ size }) => size);
    expect(own).toEqual(['440x330', 'medium', 'large', 'huge']);
  });

  it('are PNG for transparency and flat colours, JPEG for photographs', async () => {
    const sharp = await loadSharp();
    const clear = await (await photo()).ensureAlpha(0.5).png().toBuffer();
    expect(await kindOf(clear)).toBe('image/png');
    const [mini] = await variants({ bytes: clear, mime: 'image/png' });
    expect((await sharp(mini?.bytes).metadata()).hasAlpha).toBe(true);
    expect(await kindOf(await (await corners()).png().toBuffer())).toBe('image/png');
    expect(await kindOf(await (await photo()).ensureAlpha(1).png().toBuffer())).toBe('image/jpeg');
    expect(await kindOf(await (await photo()).greyscale().png().toBuffer())).toBe('image/jpeg');
    const deep = await (await photo()).toColourspace('rgb16').png().toBuffer();
    expect((await sharp(deep).metadata()).depth).toBe('ushort');
    expect(await kindOf(deep)).toBe('image/jpeg');
  });

  it('are cropped from the middle to a ratio; a picture that has the ratio stays whole', async () => {
    const wide = await normalise(await (await corners(400, 100)).png().toBuffer(), 'a.png');
    expect(await crop(wide, 'ONE_ONE')).toMatchObject({ width: 100, height: 100 });
    expect(await crop(wide, 'FOUR_THREE')).toMatchObject({ width: 133, height: 100 });
    const tall = await normalise(await (await corners(100, 400)).jpeg().toBuffer(), 'a.jpg');
    expect(await crop(tall, 'FOUR_THREE')).toMatchObject({ width: 100, height: 75, mime: 'image/jpeg' });
    const right = await normalise(await (await corners(400, 300)).png().toBuffer(), 'a.png');
    expect(await crop(right, 'FOUR_THREE')).toBe(right);
  });

  it('include an SVG of our own, drawn at full size', async () => {
    const drawn = await rasterise(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3" width="400" height="300"><path fill="#f00" d="M0 0h4v3H0z"/></svg>',
    );
    expect(drawn).toMatchObject({ width: 1600, height: 1200, mime: 'image/jpeg' });
    expect(await cornersOf(drawn.bytes)).toBe('RRRR');
  });
});

describe('EXIF', () => {
  it('is read from any bytes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('II*\0', 'MM\0*', 'Exif\0\0II*\0'),
        fc.uint8Array({ maxLength: 400 }),
        (start, rest) => {
          const camera = cameraOf(Buffer.concat([Buffer.from(start, 'latin1'), rest]));
          for (const value of Object.values(camera)) expect(value).toMatch(/^[\x20-\x7e]{1,100}$/);
        },
      ),
    );
  });
});

function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

describe('photos of phones and of the web', () => {
  /** `corners()` as HEIC, stored turned, with a rotation of its own, a Display P3 profile and EXIF. */
  const heic = readFileSync(join(import.meta.dirname, 'turned.heic'));

  it('stores a HEIC as an upright JPEG with its colours and its camera', async () => {
    for (const name of ['IMG_1.HEIC', 'a.heif', undefined]) {
      const kept = await normalise(heic, name);
      expect(kept).toMatchObject({ mime: 'image/jpeg', width: 160, height: 240, exif: { Make: 'Test' } });
      expect(await cornersOf(kept.bytes)).toBe('WRGB');
      const sharp = await loadSharp();
      const { icc, exif } = await sharp(kept.bytes).metadata();
      expect([icc?.includes('P3') || icc?.includes(Buffer.from('P3', 'utf16le')), exif]).toEqual([
        true,
        undefined,
      ]);
      expect(await cornersOf((await variants(kept, ['thumbnail']))[0]?.bytes ?? kept.bytes)).toBe('WRGB');
    }
  });

  it('refuses a HEIC that is cut off, damaged, too large, or has the name of another format', async () => {
    for (const part of [0.2, 0.5, 0.9])
      expect(await words(heic.subarray(0, heic.length * part), 'a.heic')).toContain('damaged or incomplete');
    expect(await words(heic, 'a.jpg')).toContain('its content is HEIC');
    expect(await words(Buffer.from('0000ftypheic0000'), 'a.heic')).toContain('damaged or incomplete');
    const wide = Buffer.from(heic);
    // `ispe` has the size, before the rotation.
    const size = wide.indexOf('ispe') + 8;
    wide.writeUInt32BE(20_000, size);
    wide.writeUInt32BE(20_000, size + 4);
    expect((await refusal(normalise(wide, 'a.heic'))).code).toBe('too-large');
  });

  it('answers any damage of a HEIC with a message or a picture', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(heic.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 }),
        async (edits) => {
          const broken = Buffer.from(heic);
          for (const [place, value] of edits) broken[place] = value;
          const outcome: unknown = await normalise(broken, 'a.heic').catch((error: unknown) => error);
          if (outcome instanceof Error) expect(outcome).toBeInstanceOf(AppError);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('stores a WebP as JPEG, as PNG if it is transparent, and of a moving one the first picture', async () => {
    const sharp = await loadSharp();
    const plain = await normalise(await (await corners()).webp({ lossless: true }).toBuffer(), 'a.webp');
    expect([plain.mime, plain.width, plain.height]).toEqual(['image/png', 240, 160]);
    expect(await cornersOf(plain.bytes)).toBe('RGBW');
    const noise = await normalise(await (await photo()).webp().toBuffer(), 'a.WebP');
    expect([noise.mime, noise.width]).toEqual(['image/jpeg', 640]);
    const clear = sharp({ create: { width: 80, height: 60, channels: 4, background: '#0000' } });
    expect((await normalise(await clear.webp().toBuffer(), 'a.webp')).mime).toBe('image/png');
    const turned = await (
      await corners()
    )
      .webp({ lossless: true })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(await cornersOf((await normalise(turned, 'a.webp')).bytes)).toBe('WRGB');
    const frames = await sharp(
      [await (await corners()).png().toBuffer(), await (await photo(240, 160)).png().toBuffer()],
      {
        join: { animated: true },
      },
    )
      .webp()
      .toBuffer();
    const first = await normalise(frames, 'a.webp');
    expect([first.width, first.height, await cornersOf(first.bytes)]).toEqual([240, 160, 'RGBW']);
  });
});
