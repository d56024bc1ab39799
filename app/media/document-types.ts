import { invalid } from '../../shared/errors.ts';
import type { UncheckedFile } from './storage.ts';
import { storedText, zipEntries } from './zip.ts';

/** @throws Error, as a sentence, if the file is not what its name says */
type Check = (file: UncheckedFile) => Promise<void>;

interface DocumentType {
  mime: string;
  check: Check;
}

const openXml = (folder: string, kind: string): DocumentType => ({
  mime: `application/vnd.openxmlformats-officedocument.${kind}`,
  check: async (file) => {
    const names = (await zipEntries(file)).map((entry) => entry.name);
    if (!names.includes('[Content_Types].xml') || !names.some((entry) => entry.startsWith(`${folder}/`)))
      throw new Error('it is an archive of something else');
  },
});

const openDocument = (kind: string): DocumentType => ({
  mime: `application/vnd.oasis.opendocument.${kind}`,
  check: async (file) => {
    const mimetype = (await zipEntries(file)).find((entry) => entry.name === 'mimetype');
    const said = mimetype && (await storedText(file, mimetype));
    if (said?.trim() !== `application/vnd.oasis.opendocument.${kind}`)
      throw new Error('it is an archive of something else');
  },
});

const plainText = (mime: string): DocumentType => ({ mime, check: checkText });

/** Types that may be uploaded, by extension. */
const types: Readonly<Record<string, DocumentType>> = {
  pdf: { mime: 'application/pdf', check: checkPdf },
  txt: plainText('text/plain'),
  md: plainText('text/markdown'),
  csv: plainText('text/csv'),
  docx: openXml('word', 'wordprocessingml.document'),
  xlsx: openXml('xl', 'spreadsheetml.sheet'),
  pptx: openXml('ppt', 'presentationml.presentation'),
  odt: openDocument('text'),
  ods: openDocument('spreadsheet'),
  odp: openDocument('presentation'),
  zip: { mime: 'application/zip', check: async (file) => void (await zipEntries(file)) },
  dxf: { mime: 'image/vnd.dxf', check: checkDxf },
  stl: { mime: 'model/stl', check: checkStl },
};

/** @throws AppError `invalid` for another extension */
export function documentType(filename: string): DocumentType & { extension: string } {
  const extension = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
  const type = Object.hasOwn(types, extension) ? types[extension] : undefined;
  if (type) return { ...type, extension };
  throw invalid('file', `${filename}: a document must be one of ${Object.keys(types).join(', ')}.`);
}

/** @throws AppError `invalid`, as a sentence, for a file that is not what its name says or is incomplete */
export async function checkDocument(file: UncheckedFile, filename: string): Promise<void> {
  const { check } = documentType(filename);
  if (file.bytes === 0) throw invalid('file', 'This file is empty: it has no bytes.');
  try {
    await check(file);
  } catch (error) {
    // An error of the system while reading says nothing about the file.
    if (!(error instanceof Error) || 'code' in error) throw error;
    throw invalid('file', `${filename} is damaged, or is not what its name says: ${error.message}.`);
  }
}

/** Returns the number of pages of a PDF with uncompressed page objects; null for every other file. */
export async function countPages(file: UncheckedFile, extension: string): Promise<number | null> {
  if (extension !== 'pdf') return null;
  let pages = 0;
  let next = 0;
  for await (const { text, at } of pieces(file)) {
    for (const { index, 0: mark } of text.matchAll(/\/Type\s{0,8}\/Page(?![A-Za-z])/g)) {
      if (at + index < next) continue;
      pages++;
      next = at + index + mark.length;
    }
  }
  return pages || null;
}

async function checkPdf(file: UncheckedFile): Promise<void> {
  if (!(await textAt(file, 0, 1024)).includes('%PDF-')) throw new Error('its beginning is not of this type');
  if (!(await textAt(file, file.bytes - 1024, 1024)).includes('%%EOF')) throw new Error('its end is missing');
}

async function checkText(file: UncheckedFile): Promise<void> {
  for await (const { text } of pieces(file)) {
    if (/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text))
      throw new Error('it contains bytes that are not text (a text must be saved as UTF-8)');
  }
}

async function checkDxf(file: UncheckedFile): Promise<void> {
  const head = await textAt(file, 0, 8192);
  if (head.startsWith('AutoCAD Binary DXF\r\n\x1a\0')) return;
  if (!/^\s*(?:999\r?\n[^\n]*\n\s*)*0[^\S\n]*\n\s*SECTION\b/.test(head))
    throw new Error('its beginning is not of this type');
  if (!/\bEOF\s*$/.test(await textAt(file, file.bytes - 64, 64))) throw new Error('its end is missing');
  await checkText(file);
}

async function checkStl(file: UncheckedFile): Promise<void> {
  const triangles = await file.read(80, 4);
  if (triangles.length === 4 && file.bytes === 84 + 50 * triangles.readUInt32LE(0)) return;
  if (!/^\s*solid\b/.test(await textAt(file, 0, 256))) throw new Error('its beginning is not of this type');
  if (!/\bendsolid\b[^\n]*\s*$/.test(await textAt(file, file.bytes - 256, 256)))
    throw new Error('its end is missing');
  await checkText(file);
}

const textAt = async (file: UncheckedFile, start: number, length: number): Promise<string> =>
  (await file.read(Math.max(0, start), length)).toString('latin1');

const pieceLength = 256 * 1024;
/** A match across two pieces is found in the second. */
const overlap = 64;

/** Yields the file as Latin-1 text in overlapping pieces, so that other work can run in between. */
async function* pieces(file: UncheckedFile): AsyncGenerator<{ text: string; at: number }> {
  for (let start = 0; start < file.bytes; start += pieceLength) {
    const at = Math.max(0, start - overlap);
    yield { text: await textAt(file, at, start + pieceLength - at), at };
  }
}
