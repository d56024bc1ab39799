import { join } from 'node:path';

import { AppError } from '../../shared/errors.ts';
import { beforeAll } from '../store/commit-log.ts';
import { databaseName } from '../store/database-name.ts';
import { Db } from '../store/database.ts';
import { positionIn, removePosition, writePosition } from '../store/site-copy.ts';
import { storeCopy } from './copies.ts';
import { connectOrExplain } from './open-site.ts';
import { beginSite, createTables, endSite, headOf, lockHead } from './tables.ts';

/**
 * Puts a hub's database into PostgreSQL, as the first copy of a shared site; the folder becomes a copy of that site. Nothing serves the folder
 * meanwhile. If this was cut off, it starts again: the site begins with its last step.
 *
 * @throws AppError `incompatible` if there is a site in the PostgreSQL database already
 */
export async function moveToPostgres(dataDir: string, database: string): Promise<void> {
  const client = await connectOrExplain(database);
  try {
    await createTables(client);
    const file = join(dataDir, databaseName);
    const db = new Db({ file, synchronous: 'FULL' });
    try {
      if (!(await headOf(client))) {
        // From here on the folder cannot be served as a hub of its own, which would change it beside the shared site.
        db.transact(() => writePosition(db, beforeAll));
        db.checkpoint();
        await storeCopy(client, file, beforeAll);
        if (await beginSite(client, beforeAll)) return;
      }
    } finally {
      db.close();
    }
  } finally {
    await client.end();
  }
  throw new AppError(
    'incompatible',
    'There is a site in this database already. Nothing was changed. Choose an empty database.',
  );
}

/**
 * Ends a shared site: its copy in this folder, which nothing serves, becomes a hub's own database. Every process of the site notices and
 * stops. If this was cut off, it can be called again.
 *
 * @throws AppError `unavailable` if the site has a commit that the copy lacks, `incompatible` if the folder has no copy of it
 */
export async function moveFromPostgres(dataDir: string, database: string): Promise<void> {
  const client = await connectOrExplain(database);
  const db = new Db({ file: join(dataDir, databaseName), synchronous: 'FULL' });
  try {
    await client.query('BEGIN');
    const [head, own] = [await lockHead(client), positionIn(db)];
    if (!own || own.number !== head?.number || own.id !== head.id)
      throw new AppError('unavailable', 'The site was changed meanwhile. Stop its processes, and try again.');
    await endSite(client);
    await client.query('COMMIT');
    db.transact(() => removePosition(db));
  } finally {
    db.close();
    await client.end();
  }
}
