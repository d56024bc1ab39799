import { join } from 'node:path';

import Database from 'better-sqlite3';
import { expect, it } from 'vitest';

import { databaseName } from '../../app/store/database-name.ts';
import { testCore } from '../helpers/core.ts';
import { addPerson } from '../helpers/people.ts';

it('an edit that another program keeps from the database is refused with the words to try again, and then saved', async () => {
  await using core = testCore();
  const { token } = await addPerson(core, 'Ines', { role: 'admin' });
  const json = { namespace: 'WIKI', title: 'Manual', contents: 'One.' };
  const other = new Database(join(core.dataDir, databaseName));
  other.exec('BEGIN IMMEDIATE');
  const refused = await core.call('POST /wikis', { json, token });
  other.exec('ROLLBACK');
  other.close();
  expect([refused.status, await refused.json()]).toMatchObject([
    503,
    { message: 'Another program keeps the database busy. Nothing was changed; try again in a moment.' },
  ]);
  expect((await core.call('POST /wikis', { json, token })).status).toBe(201);
});
