import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { AppError } from '../../shared/errors.ts';
import { failpoint } from '../failpoint.ts';
import { beforeAll } from '../store/commit-log.ts';
import { databaseName } from '../store/database-name.ts';
import { Db } from '../store/database.ts';
import { positionIn, removePosition, writePosition } from '../store/site-copy.ts';
import { lockCopies, storeCopy } from './copies.ts';
import { connectOrExplain } from './open-site.ts';
import { beginSite, createTables, endSite, headOf, lockHead } from './tables.ts';

/** Returns whether `moveToPostgres` was cut off before the database had the site. The folder has all of the hub then. */
export async function wasCutOff(dataDir: string, database: string): Promise<boolean> {
  const file = join(dataDir, databaseName);
  if (!existsSync(file)) return false;
  const db = new Db({ file, readonly: true, synchronous: 'FULL' });
  const position = positionIn(db);
  db.close();
  if (position?.number !== beforeAll.number) return false;
  const client = await connectOrExplain(database);
  try {
    await createTables(client);
    return (await headOf(client)) === undefined;
  } finally {
    await client.end();
  }
}

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
        if (!(await lockCopies(client)))
          throw new AppError(
            'unavailable',
            'Another hub is being moved into this database. Nothing was changed.',
          );
        // From here on the folder cannot be served as a hub of its own, which would change it beside the shared site.
        db.transact(() => writePosition(db, beforeAll));
        db.checkpoint();
        await storeCopy(client, file, beforeAll);
        failpoint('after-copy');
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
 * stops. If this was cut off, it can be called again. After `moveToPostgres` was cut off, it takes that back.
 *
 * @throws AppError `unavailable` if the site has a commit that the copy lacks, `incompatible` if the folder has no copy of it
 */
export async function moveFromPostgres(dataDir: string, database: string): Promise<void> {
  const client = await connectOrExplain(database);
  const db = new Db({ file: join(dataDir, databaseName), synchronous: 'FULL' });
  try {
    await client.query('BEGIN');
    const [head, own] = [await lockHead(client), positionIn(db)];
    const isTakenBack = !head && own?.number === beforeAll.number;
    if (!isTakenBack) {
      if (!own || own.number !== head?.number || own.id !== head.id)
        throw new AppError(
          'unavailable',
          'The site was changed meanwhile. Stop its processes, and try again.',
        );
      await endSite(client);
    }
    await client.query('COMMIT');
    db.transact(() => removePosition(db));
  } finally {
    db.close();
    await client.end();
  }
}
