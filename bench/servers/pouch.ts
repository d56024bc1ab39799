import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';

import { documents } from '../data/build.ts';
import { peer } from '../peers.ts';
import { emptied } from '../process.ts';

/** As much of PouchDB as is used here. */
export interface PouchGuide {
  _id: string;
  guideid: number;
  revisionid: number;
  introduction_raw: string;
  conclusion_raw: string;
}

export interface Pouch {
  bulkDocs(documents: PouchGuide[]): Promise<unknown>;
  allDocs(options: {
    keys: string[];
    include_docs: true;
    conflicts?: true;
  }): Promise<{ rows: { doc: PouchGuide }[] }>;
  put(document: PouchGuide): Promise<unknown>;
  get(id: string): Promise<PouchGuide>;
  replicate: Record<'from' | 'to', (remote: Pouch) => Promise<{ docs_written: number }>>;
  close(): Promise<void>;
}

export interface PouchConstructor {
  new (name: string): Pouch;
  defaults(options: { prefix: string }): PouchConstructor;
}

export const keyOf = (guideid: number): string => `g${String(guideid).padStart(7, '0')}`;

/** Folder with the database `guides` of a data set, filled at the first call. */
export async function filledPouch(dataDir: string): Promise<string> {
  const filled = join(dataDir, 'pouchdb');
  if (existsSync(filled)) return filled;
  const building = emptied(`${filled}.building`);
  const PouchDB = peer<PouchConstructor>('pouchdb').defaults({ prefix: `${building}/` });
  const database = new PouchDB('guides');
  const batch: PouchGuide[] = [];
  for (const bytes of documents(dataDir)) {
    const guide = JSON.parse(bytes.toString('utf8')) as PouchGuide;
    batch.push({ ...guide, _id: keyOf(guide.guideid) });
    if (batch.length === 500) await database.bulkDocs(batch.splice(0));
  }
  await database.bulkDocs(batch);
  await database.close();
  renameSync(building, filled);
  return filled;
}
