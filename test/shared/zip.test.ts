import { expect, test } from 'vitest';

import { storedText, zipEntries } from '../../app/media/zip.ts';
import { writeZip } from '../../shared/zip.ts';
import { inMemory } from '../media/in-memory.ts';

const text = (words: string): Uint8Array => new TextEncoder().encode(words);

test('an archive has its files under their names, with any letters', async () => {
  const archive = inMemory(
    Buffer.from(
      writeZip([
        { name: 'guide.md', bytes: text('# Größe') },
        { name: 'pictures/日本.jpg', bytes: text('a picture') },
        { name: 'empty', bytes: new Uint8Array() },
      ]),
    ),
  );
  const entries = await zipEntries(archive);
  expect(entries.map(({ name }) => name)).toEqual(['guide.md', 'pictures/日本.jpg', 'empty']);
  expect(await Promise.all(entries.map((entry) => storedText(archive, entry)))).toEqual([
    '# Größe',
    'a picture',
    '',
  ]);
});

test('an archive contains the checksum that the format prescribes', () => {
  const archive = writeZip([{ name: 'a', bytes: text('123456789') }]);
  // The published check value of CRC-32.
  expect(new DataView(archive.buffer).getUint32(14, true)).toBe(0xcb_f4_39_26);
});
