import { join } from 'node:path';

import { expect, it } from 'vitest';

import { Db } from '../../../app/store/database.ts';
import type { Migration } from '../../../app/store/migrations/index.ts';
import { migrate } from '../../../app/store/migrations/runner.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const one: Migration = { number: 1, name: 'one', up: 'CREATE TABLE one (a)' };
const two: Migration = { number: 2, name: 'two', up: 'CREATE TABLE two (a)' };
const failing: Migration = { number: 3, name: 'failing', up: 'CREATE TABLE one (a)' };

it('a new file gets all migrations or none; one with data keeps those before the one that fails', () => {
  using folder = temporaryFolder();
  const db = new Db({ file: join(folder.path, 'new.sqlite'), synchronous: 'FULL' });
  expect(() => migrate(db, [one, two, failing])).toThrow('already exists');
  expect(db.pragma('user_version')).toBe(0);
  migrate(db, [one]);
  expect(() => migrate(db, [one, two, failing])).toThrow('already exists');
  expect(db.pragma('user_version')).toBe(2);
  db.close();
});
