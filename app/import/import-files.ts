import { createHash } from 'node:crypto';

import { limits } from '../../shared/limits.ts';
import type { Replica } from '../replica/replica.ts';
import { readLines } from './lines.ts';
import { parseLine } from './myfixit.ts';
import type { ImportedGuide } from './myfixit.ts';
import type { PictureSource } from './pictures.ts';
import { importAuthor, putImported } from './put-guides.ts';
import type { BroughtPicture } from './put-guides.ts';

export interface ImportNote {
  file: string;
  line: number;
  guideid: number | null;
  note: string;
}

export interface ImportResult {
  files: number;
  guides: number;
  /** Number of lines without a guide and of files that could not be read to their end. */
  failed: number;
  pictures: number;
  /** Number of pictures whose bytes are here now; the others keep their address. */
  brought: number;
  /** The first notes; `noteCount` counts all. */
  notes: ImportNote[];
  noteCount: number;
}

export interface ImportFilesOptions {
  store: Replica;
  source: PictureSource;
  stop: AbortSignal;
  onNote(note: ImportNote): void;
  onProgress(text: string): void;
  /** Called with the number of guides that are stored so far. */
  onGuides?(count: number): void;
  /** Called with the number of pictures that are here now, of those met so far. */
  onPictures?(brought: number, met: number): void;
}

/** Number of guides per transaction. */
const batchSize = 50;

interface Ready {
  place: Pick<ImportNote, 'file' | 'line'>;
  key: string;
  guide: ImportedGuide;
}

/** Imports all guides of MyFixit files; odd ones are imported with a note. */
export async function importFiles(
  files: readonly string[],
  options: ImportFilesOptions,
): Promise<ImportResult> {
  const { store, source, stop, onNote, onProgress, onGuides, onPictures } = options;
  const result: ImportResult = {
    files: files.length,
    guides: 0,
    failed: 0,
    pictures: 0,
    brought: 0,
    notes: [],
    noteCount: 0,
  };
  const keyOf = keys();
  const pictures = new Map<string, BroughtPicture>();
  /** Guides that are stored again at the end, because they may link to later ones. */
  const linking: Ready[] = [];
  let batch: Ready[] = [];

  const tell = (note: ImportNote): void => {
    result.noteCount += 1;
    if (result.notes.length < limits.import.notes.max) result.notes.push(note);
    onNote(note);
  };
  const fail = (place: Ready['place'], note: string): void => {
    result.failed += 1;
    tell({ ...place, guideid: null, note });
  };

  const put = (guides: readonly Ready[]): ImportNote[] =>
    store.transact(null, (s) => {
      const userid = importAuthor(s);
      const done = guides.map(({ place, key, guide }) => ({
        place,
        number: guide.guideid,
        ...putImported(s, key, guide, { userid, pictures }),
      }));
      s.guides.touchDependents(done.map(({ guideid }) => guideid));
      return done.flatMap(({ place, number, notes }) =>
        notes.map((note) => ({ ...place, guideid: number, note })),
      );
    });

  const flush = (): void => {
    const full = batch;
    batch = [];
    for (const note of put(full)) tell(note);
    result.guides += full.length;
    onGuides?.(result.guides);
    linking.push(...full.filter(hasLinks));
    pictures.clear();
  };

  const bring = async ({ place, guide }: Ready): Promise<void> => {
    const images = guide.steps.flatMap((step) => step.images);
    result.pictures += images.length;
    onPictures?.(result.brought, result.pictures);
    await Promise.all(
      images.map(async (image) => {
        const brought = await source.bring(image, (note) => tell({ ...place, guideid: guide.guideid, note }));
        if (!brought) return;
        result.brought += 1;
        pictures.set(image.guid, brought);
        onPictures?.(result.brought, result.pictures);
      }),
    );
  };

  const importFile = async (file: string): Promise<void> => {
    let line = 0;
    let empty = true;
    for await (const read of readLines(file)) {
      if (stop.aborted) return;
      const place = { file, line: ++line };
      const text = 'text' in read ? read.text.trim() : '';
      if ('text' in read && text === '') continue;
      empty = false;
      const parsed = 'problem' in read ? { error: read.problem } : parseLine(text);
      if ('error' in parsed) {
        fail(place, parsed.error);
        continue;
      }
      const { guide } = parsed;
      const ready = { place, key: keyOf(guide.guideid, text), guide };
      for (const note of guide.notes) tell({ ...place, guideid: guide.guideid, note });
      await bring(ready);
      batch.push(ready);
      if (batch.length < batchSize) continue;
      flush();
      onProgress(`${file}: ${result.guides} guides`);
    }
    if (empty) tell({ file, line, guideid: null, note: 'the file is empty' });
  };

  for (const file of files) {
    await importFile(file);
    flush();
  }
  for (let at = 0; at < linking.length; at += batchSize) put(linking.slice(at, at + batchSize));
  return result;
}

const hasLinks = ({ guide }: Ready): boolean =>
  guide.steps.some(({ lines }) => lines.some((line) => line.includes('[')));

/**
 * Returns a function that gives each guide a key: an id that repeats with other content is another guide, so that none
 * is dropped; with the same content it is the same guide.
 */
function keys(): (guideid: number, text: string) => string {
  const seen = new Map<number, string[]>();
  return (guideid, text) => {
    const content = createHash('sha256').update(text).digest('base64');
    const versions = seen.get(guideid) ?? [];
    if (!versions.includes(content)) versions.push(content);
    seen.set(guideid, versions);
    const version = versions.indexOf(content);
    return version === 0 ? String(guideid) : `${guideid}#${version + 1}`;
  };
}
