import { cpSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { peer } from '../peers.ts';
import { ready } from '../process.ts';
import type { Job } from '../process.ts';
import { changedIds, disputedIds, siteWords } from '../touched.ts';
import type { Pouch, PouchConstructor, PouchGuide } from './pouch.ts';
import { filledPouch, keyOf } from './pouch.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
interface ExpressApp extends Handler {
  use(path: string, handler: Handler): void;
  post(path: string, handler: Handler): void;
}

/** A CouchDB-like server (express-pouchdb on LevelDB), on a copy of the set's. */
export async function pouchServer({ dataDir, workDir, size, port }: Job): Promise<void> {
  const PouchDB = peer<PouchConstructor>('pouchdb');
  cpSync(await filledPouch(dataDir), workDir, { recursive: true });
  const Served = PouchDB.defaults({ prefix: `${workDir}/` });
  const app = peer<() => ExpressApp>('express')();
  const changes = {
    touch: {
      ids: changedIds(size),
      change: (doc: PouchGuide) => ({ conclusion_raw: `${doc.conclusion_raw} Touched.` }),
    },
    dispute: {
      ids: disputedIds(size),
      change: (doc: PouchGuide) => ({ introduction_raw: doc.introduction_raw + siteWords }),
    },
  };
  for (const [name, { ids, change }] of Object.entries(changes)) {
    app.post(
      `/bench/${name}`,
      (_, response) => void revised(new Served('guides'), ids, change).then(() => response.end('{}')),
    );
  }
  const expressPouch = peer<(pouch: PouchConstructor, options: object) => Handler>('express-pouchdb');
  app.use('/', expressPouch(Served, { mode: 'minimumForPouchDB', inMemoryConfig: true }));
  const server = createServer({ keepAliveTimeout: 120_000 }, app);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${port}/guides`;
  // Makes the server look for the database it has.
  await fetch(url, { method: 'PUT' });
  ready(url);
}

async function revised(
  database: Pouch,
  ids: number[],
  change: (doc: PouchGuide) => Partial<PouchGuide>,
): Promise<void> {
  const { rows } = await database.allDocs({ keys: ids.map(keyOf), include_docs: true });
  await database.bulkDocs(
    rows.map(({ doc }) => ({ ...doc, ...change(doc), revisionid: doc.revisionid + 1 })),
  );
}
