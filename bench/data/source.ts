import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { parseLine } from '../../app/import/myfixit.ts';
import type { ImportedGuide } from '../../app/import/myfixit.ts';
import { root } from './folders.ts';
import { generated } from './generate.ts';

/** Where MyFixit files are looked for when no folder is given. */
const usual = join(root, '..', 'shared', 'data');

export interface Source {
  guides: ImportedGuide[];
  /** For the report. */
  name: string;
}

/** Guides of MyFixit files (`.jsonl`, `.jsonl.gz`, below a folder), else made-up ones of the same shape. */
export function readSource(folder: string | undefined): Source {
  const at = folder ?? (existsSync(usual) ? usual : undefined);
  const files = at === undefined ? [] : filesBelow(at);
  if (folder !== undefined && files.length === 0)
    throw new Error(`There are no .jsonl or .jsonl.gz files below ${folder}.`);
  if (files.length === 0) return { guides: generated(1600), name: 'made-up guides' };
  const guides = files.flatMap(guidesOf);
  return { guides, name: `MyFixit, ${guides.length} guides` };
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.jsonl(\.gz)?$/.test(name))
    .sort()
    .map((name) => join(folder, name));

function guidesOf(file: string): ImportedGuide[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text.split('\n').flatMap((line) => {
    const parsed = line.trim() === '' ? undefined : parseLine(line);
    return parsed && 'guide' in parsed ? [parsed.guide] : [];
  });
}
