import { cpSync, existsSync, renameSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';

import { documents } from '../data/build.ts';
import { peer } from '../peers.ts';
import { emptied, ready } from '../process.ts';
import type { Job } from '../process.ts';
import { changedIds } from '../touched.ts';
import type { Pouch, PouchConstructor, PouchGuide } from './pouch.ts';
import { keyOf } from './pouch.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
interface ExpressApp extends Handler {
  use(path: string, handler: Handler): void;
  post(path: string, handler: Handler): void;
}

/** A CouchDB-like server (express-pouchdb on LevelDB), filled once for each data set and copied for each run. */
export async function pouchServer({ dataDir, workDir, size, port }: Job): Promise<void> {
  const PouchDB = peer<PouchConstructor>('pouchdb');
  const filled = join(dataDir, 'pouchdb');
  if (!existsSync(filled)) {
    const building = emptied(`${filled}.building`);
    const database = new (PouchDB.defaults({ prefix: `${building}/` }))('guides');
    let batch: PouchGuide[] = [];
    for (const bytes of documents(dataDir)) {
      const guide = JSON.parse(bytes.toString('utf8')) as PouchGuide;
      batch.push({ ...guide, _id: keyOf(guide.guideid) });
      if (batch.length === 500) await database.bulkDocs(batch.splice(0));
    }
    await database.bulkDocs(batch);
    await database.close();
    renameSync(building, filled);
  }
  cpSync(filled, workDir, { recursive: true });
  const Served = PouchDB.defaults({ prefix: `${workDir}/` });
  const app = peer<() => ExpressApp>('express')();
  app.post('/bench/touch', (_, response) => void touched(new Served('guides'), size).then(() => response.end('{}')));
  const expressPouch = peer<(pouch: PouchConstructor, options: object) => Handler>('express-pouchdb');
  app.use('/', expressPouch(Served, { mode: 'minimumForPouchDB', inMemoryConfig: true }));
  const server = createServer({ keepAliveTimeout: 120_000 }, app);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${port}/guides`;
  // Makes the server look for the database it has.
  await fetch(url, { method: 'PUT' });
  ready(url);
}

async function touched(database: Pouch, size: number): Promise<void> {
  const { rows } = await database.allDocs({ keys: changedIds(size).map(keyOf), include_docs: true });
  await database.bulkDocs(
    rows.map(({ doc }) => ({ ...doc, conclusion_raw: `${doc.conclusion_raw} Touched.`, revisionid: doc.revisionid + 1 })),
  );
}
