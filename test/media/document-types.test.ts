import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { AppError } from '../../shared/errors.ts';
import { checkDocument, countPages } from '../../app/media/document-types.ts';
import { office, openDocument, pdf, zip } from './archives.ts';
import { inMemory } from './in-memory.ts';

const dxf = Buffer.from('999\nby hand\n  0\nSECTION\n  2\nENTITIES\n  0\nENDSEC\n  0\nEOF\n');
const asciiStl = Buffer.from('solid lid\nfacet normal 0 0 1\nendfacet\nendsolid lid\n');

function binaryStl(triangles: number): Buffer {
  const bytes = Buffer.alloc(84 + 50 * triangles);
  bytes.write('solid, though binary');
  bytes.writeUInt32LE(triangles, 80);
  return bytes;
}

const good: Record<string, Buffer> = {
  'a.pdf': pdf(),
  'after-a-mail-header.pdf': Buffer.concat([Buffer.from('X-Mailer: old\n'), pdf()]),
  'a.txt': Buffer.from('Grüße, turn\tit off.\r\n'),
  'latin1.txt': Buffer.from('Gr\xfc\xdfe', 'latin1'),
  'a.md': Buffer.from('# Lid\n'),
  'A.CSV': Buffer.from('part;count\nlid;1\n'),
  'a.docx': office('word'),
  'a.xlsx': office('xl'),
  'a.pptx': office('ppt'),
  'a.odt': openDocument('text'),
  'a.ods': openDocument('spreadsheet'),
  'a.odp': openDocument('presentation'),
  'a.zip': zip({ 'readme.txt': 'hello' }),
  'empty.zip': zip({}),
  'a.dxf': dxf,
  'ascii.stl': asciiStl,
  'binary.stl': binaryStl(3),
};

const refusal = async (name: string, bytes: Buffer): Promise<string> => {
  const error: unknown = await checkDocument(inMemory(bytes), name).catch((thrown: unknown) => thrown);
  expect([name, error]).toEqual([name, expect.any(AppError)]);
  expect((error as AppError).code).toBe('invalid');
  return (error as AppError).message;
};

describe('checkDocument', () => {
  it('takes every type of the table', async () => {
    for (const [name, bytes] of Object.entries(good)) {
      expect([name, await checkDocument(inMemory(bytes), name)]).toEqual([name, undefined]);
    }
  });

  it('refuses in words a file that is not what its name says', async () => {
    const picture = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
    expect(await refusal('a.exe', good['a.pdf'] ?? picture)).toContain('must be one of pdf, txt');
    expect(await refusal('noextension', picture)).toContain('must be one of');
    expect(await refusal('a.toString', picture)).toContain('must be one of');
    expect(await refusal('a.html', Buffer.from('<script></script>'))).toContain('must be one of');
    for (const name of Object.keys(good)) {
      expect(await refusal(name, Buffer.alloc(0))).toContain('no bytes');
      expect(await refusal(name, picture)).toMatch(/is damaged, or is not what its name says: /);
    }
    expect(await refusal('a.docx', office('xl'))).toContain('archive of something else');
    expect(await refusal('a.odt', openDocument('spreadsheet'))).toContain('archive of something else');
    expect(await refusal('a.odt', zip({ 'content.xml': '' }))).toContain('archive of something else');
    expect(await refusal('a.txt', Buffer.from('a text', 'utf16le'))).toContain('saved as UTF-8');
    expect(await refusal('long.txt', Buffer.concat([Buffer.alloc(600_000, 'a'), picture]))).toContain(
      'bytes that are not text',
    );
  });

  it('refuses a file that was cut off', async () => {
    const cut = ['a.pdf', 'a.docx', 'a.zip', 'a.dxf', 'ascii.stl', 'binary.stl'];
    for (const name of cut) {
      const bytes = good[name] ?? Buffer.alloc(0);
      expect(await refusal(name, bytes.subarray(0, bytes.length - 20))).toContain('damaged');
    }
    const whole = zip({ 'a.txt': 'x'.repeat(100) });
    expect(await refusal('a.zip', whole.subarray(50))).toContain('damaged');
  });

  it('ends by accepting or refusing, whatever the bytes of an archive are', async () => {
    const original = office('word');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 8 }), async (changes) => {
        const bytes = Buffer.from(original);
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        const error: unknown = await checkDocument(inMemory(bytes), 'a.docx').catch(
          (thrown: unknown) => thrown,
        );
        if (error !== undefined) expect(error).toMatchObject({ name: 'AppError', code: 'invalid' });
      }),
      { numRuns: 300 },
    );
  });
});

describe('pagesOf', () => {
  it('counts the pages of a PDF that names them, also across the pieces in which it is read', async () => {
    expect(await countPages(inMemory(pdf(7)), 'pdf')).toBe(7);
    const many = Buffer.concat(
      Array.from({ length: 400 }, () => Buffer.from(`/Type /Page ${' '.repeat(2000)}`)),
    );
    expect(await countPages(inMemory(many), 'pdf')).toBe(400);
    expect(await countPages(inMemory(Buffer.from('%PDF-1.7 all of it compressed')), 'pdf')).toBeNull();
    expect(await countPages(inMemory(pdf()), 'txt')).toBeNull();
  });
});
