import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';

import { AppError } from '../../shared/errors.ts';
import { configSchema, logLevelFromEnvironment } from '../config.ts';
import { createCore } from '../core.ts';
import { parseLine } from '../import/myfixit.ts';
import type { ImportedGuide } from '../import/myfixit.ts';
import { pictureSource } from '../import/pictures.ts';
import type { PictureSource } from '../import/pictures.ts';
import { importAuthor, putImported } from '../import/put-guides.ts';
import type { BroughtPicture } from '../import/put-guides.ts';
import { lockDataFolder } from '../lock.ts';
import type { Store } from '../store/store.ts';
import { exit } from './exit.ts';
import { endProgress, print, printJson, progress } from './run.ts';

interface ImportResult {
  files: number;
  guides: number;
  /** Lines that hold no guide. */
  failed: number;
  pictures: number;
  notes: { file: string; line: number; guideid: number | null; note: string }[];
}

/** Guides stored in one transaction. */
const batchSize = 50;

/**
 * `benchside import`: MyFixit files into a hub. No guide is dropped; what is odd is told by file and line. Exit code 1
 * when a line held no guide at all.
 */
export async function importGuides(
  files: string[],
  options: { data: string; pictures: string; json?: boolean },
): Promise<void> {
  const absent = files.find((file) => !existsSync(file));
  if (absent !== undefined) throw new AppError('invalid', `There is no file ${absent}.`);
  const unlock = lockDataFolder(options.data);
  try {
    const core = createCore(
      configSchema.parse({ profile: 'hub', dataDir: options.data, logLevel: logLevelFromEnvironment() }),
    );
    const result: ImportResult = { files: files.length, guides: 0, failed: 0, pictures: 0, notes: [] };
    const note = (file: string, line: number, guideid: number | null, text: string): void => {
      result.notes.push({ file, line, guideid, note: text });
      if (!options.json) process.stderr.write(`${file}:${line}: ${guideid === null ? '' : `guide ${guideid} `}${text}\n`);
    };
    let place: [string, number] = ['', 0];
    const source = await pictureSource(options.pictures, core.ctx.media, (text) => note(...place, null, text));
    try {
      for (const file of files) {
        await importFile(core.ctx.store, source, file, result, note, (line) => (place = [file, line]));
      }
      endProgress();
      if (options.json) printJson(result);
      else print(`${result.guides} guides imported, ${result.pictures} pictures, ${result.failed} lines refused, ${result.notes.length} notes.`);
      if (result.failed > 0) process.exitCode = exit.failed;
    } finally {
      await source.close();
      await core.close();
    }
  } finally {
    unlock();
  }
}

async function importFile(
  store: Store,
  source: PictureSource,
  file: string,
  result: ImportResult,
  note: (file: string, line: number, guideid: number | null, text: string) => void,
  at: (line: number) => void,
): Promise<void> {
  let batch: { line: number; guide: ImportedGuide }[] = [];
  const pictures = new Map<string, BroughtPicture>();
  const flush = (): void => {
    const full = batch;
    batch = [];
    const notes = store.transact(null, (s) => {
      const userid = importAuthor(s);
      const odd = full.flatMap(({ line, guide }) => putImported(s, guide, userid, pictures).map((text) => ({ line, guide, text })));
      s.guides.touchDependents(full.map(({ guide }) => s.meta.get<number>(`import:${guide.guideid}`) ?? guide.guideid));
      return odd;
    });
    for (const { line, guide, text } of notes) note(file, line, guide.guideid, text);
    result.guides += full.length;
    pictures.clear();
    progress(`${file}: ${result.guides} guides`);
  };
  let line = 0;
  for await (const text of linesOf(file)) {
    line += 1;
    at(line);
    if (text.trim() === '') continue;
    const parsed = parseLine(text);
    if ('error' in parsed) {
      result.failed += 1;
      note(file, line, null, parsed.error);
      continue;
    }
    for (const odd of parsed.guide.notes) note(file, line, parsed.guide.guideid, odd);
    for (const image of parsed.guide.steps.flatMap((step) => step.images)) {
      const brought = await source.bring(image);
      if (brought) pictures.set(image.guid, brought);
      result.pictures += 1;
    }
    batch.push({ line, guide: parsed.guide });
    if (batch.length >= batchSize) flush();
  }
  if (batch.length > 0) flush();
}

/** @throws AppError `invalid` when a compressed file is damaged: what came before it is imported */
async function* linesOf(file: string): AsyncGenerator<string> {
  const raw = createReadStream(file);
  const input = file.endsWith('.gz') ? raw.pipe(createGunzip()) : raw;
  raw.on('error', (error) => input.destroy(error));
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  let failure: Error | undefined;
  input.on('error', (error: Error) => {
    failure = error;
    lines.close();
  });
  yield* lines;
  if (failure) {
    throw new AppError('invalid', `${file} cannot be read to its end: ${failure.message}. The guides before that were imported.`);
  }
}
