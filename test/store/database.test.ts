import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { Db, withHiddenValues } from '../../app/store/database.ts';
import { migrations } from '../../app/store/migrations/index.ts';
import { migrate } from '../../app/store/migrations/runner.ts';
import { Replica } from '../../app/replica/replica.ts';
import { sql } from '../../app/store/sql.ts';
import { temporaryFolder } from '../helpers/core.ts';

const open = (folder: string): Db => {
  const db = new Db({ file: join(folder, 'test.sqlite'), synchronous: 'FULL' });
  db.exec('CREATE TABLE IF NOT EXISTS note (id INTEGER PRIMARY KEY, text TEXT)');
  return db;
};

const count = (db: Db): number => db.one(sql<{ n: number }>`SELECT count(*) AS n FROM note`)?.n ?? -1;

describe('statements', () => {
  it('hide values from the planner that would make it compile them at each run', () => {
    const list = 'SELECT * FROM a JOIN b USING (id) WHERE a.x = ? AND b.y > :y LIMIT ? OFFSET ?';
    expect(withHiddenValues(list)).toBe(
      'SELECT * FROM a JOIN b USING (id) WHERE a.x = +? AND b.y > :y LIMIT +? OFFSET ?',
    );
    expect(withHiddenValues('select "x" from "a" where "y" = :y limit :n')).toBe(
      'select "x" from "a" where "y" = +:y limit +:n',
    );
  });

  it('bind values of every type', () => {
    using folder = temporaryFolder();
    const db = open(folder.path);
    for (const [index, value] of [1, 1.5, '1', null, Buffer.from('1')].entries()) {
      db.run(sql`INSERT INTO note (id, text) VALUES (${index}, NULL)`);
      db.run(sql`UPDATE note SET text = ${value} WHERE id = ${index}`);
    }
    const types = db.all(sql<{ type: string }>`SELECT typeof(text) AS type FROM note ORDER BY id LIMIT ${9}`);
    expect(types.map(({ type }) => type)).toEqual(['text', 'text', 'text', 'null', 'blob']);
    db.close();
  });
});

describe('transactions', () => {
  it('commit all of their writes', () => {
    using folder = temporaryFolder();
    const db = open(folder.path);
    db.transact(() => {
      db.run(sql`INSERT INTO note (text) VALUES (${'a'})`);
      db.run(sql`INSERT INTO note (text) VALUES (${'b'})`);
    });
    expect(count(db)).toBe(2);
    db.close();
  });

  it('leave nothing behind when they throw, and run no effects', () => {
    using folder = temporaryFolder();
    const db = open(folder.path);
    const effects: string[] = [];
    expect(() =>
      db.transact(() => {
        db.run(sql`INSERT INTO note (text) VALUES (${'a'})`);
        db.onCommit(() => effects.push('told'));
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(count(db)).toBe(0);
    expect(effects).toEqual([]);
    db.close();
  });

  it('run effects after the commit, in order', () => {
    using folder = temporaryFolder();
    const db = open(folder.path);
    const seen: number[] = [];
    db.transact(() => {
      db.onCommit(() => seen.push(count(db)));
      db.run(sql`INSERT INTO note (text) VALUES (${'a'})`);
    });
    expect(seen).toEqual([1]);
    db.close();
  });

  it('[G2] refuse a promise and another transaction inside', () => {
    using folder = temporaryFolder();
    const db = open(folder.path);
    expect(() => db.transact(() => Promise.resolve())).toThrow(/asynchronous/);
    expect(() => db.transact(() => db.transact(() => 1))).toThrow(/nest/);
    expect(db.inTransaction).toBe(false);
    db.close();
  });

  it('name the statement that failed', () => {
    using folder = temporaryFolder();
    const db = open(folder.path);
    expect(() => db.run(sql`INSERT INTO nowhere VALUES (1)`)).toThrow(/nowhere/);
    db.close();
  });
});

describe('migrations', () => {
  it('roll back whole when one fails, version and all; a new file gets all of them or none', () => {
    using folder = temporaryFolder();
    const db = new Db({ file: join(folder.path, 'm.sqlite'), synchronous: 'FULL' });
    const first = { number: 1, name: 'first', up: 'CREATE TABLE one (id INTEGER)' };
    const broken = {
      number: 2,
      name: 'broken',
      up: 'CREATE TABLE two (id INTEGER); INSERT INTO nowhere VALUES (1)',
    };
    const tables = sql`SELECT name FROM sqlite_master WHERE name IN ('one', 'two')`;
    expect(() => migrate(db, [first, broken])).toThrow(/nowhere/);
    expect([db.pragma('user_version'), db.all(tables)]).toEqual([0, []]);
    migrate(db, [first]);
    expect(() => migrate(db, [first, broken])).toThrow(/nowhere/);
    expect([db.pragma('user_version'), db.all(tables)]).toEqual([1, [{ name: 'one' }]]);
    db.close();
  });

  it('copy the file aside before they change it', () => {
    using folder = temporaryFolder();
    const file = join(folder.path, 'm.sqlite');
    const db = new Db({ file, synchronous: 'FULL' });
    const first = {
      number: 1,
      name: 'first',
      up: 'CREATE TABLE one (id INTEGER); INSERT INTO one VALUES (7)',
    };
    migrate(db, [first]);
    migrate(db, [first, { number: 2, name: 'second', up: 'DROP TABLE one' }]);
    db.close();
    const copy = new Db({ file: `${file}.before-2`, readonly: true, synchronous: 'FULL' });
    expect(copy.all(sql`SELECT id FROM one`)).toEqual([{ id: 7 }]);
    copy.close();
  });

  it('leave a database of a newer program untouched', () => {
    using folder = temporaryFolder();
    const db = new Db({ file: join(folder.path, 'benchside.sqlite'), synchronous: 'FULL' });
    db.pragma(`user_version = ${migrations.length + 1}`);
    db.close();
    expect(() => new Replica({ dataDir: folder.path })).toThrow(/newer version/);
    expect(() => new Replica({ dataDir: folder.path, purpose: 'look' })).toThrow(/newer version/);
  });
});

describe('the store', () => {
  it('reports a damaged file in words, and keeps it', () => {
    using folder = temporaryFolder();
    writeFileSync(join(folder.path, 'benchside.sqlite'), 'this is no database, '.repeat(400));
    expect(() => new Replica({ dataDir: folder.path })).toThrow(/damaged/);
  });

  it('cannot write through a reader', () => {
    using folder = temporaryFolder();
    const store = new Replica({ dataDir: folder.path });
    expect(() => store.read(null, (s) => s.db.run(sql`INSERT INTO meta VALUES ('a', '1')`))).toThrow(
      /readonly/,
    );
    store.close();
  });

  it('never deletes or edits a journal entry', () => {
    using folder = temporaryFolder();
    const store = new Replica({ dataDir: folder.path });
    store.transact(null, (s) =>
      s.db.run(sql`INSERT INTO journal (entryid, operation, params, query, body, issued, userid, wall_clock,
           monotonic_clock, boot_id)
         VALUES ('e1', 'PATCH /guides/{guideid}', '{}', '{}', '{"title":"x"}', '[]', 1, 1, 1, 'b')`),
    );
    expect(() => store.transact(null, (s) => s.db.run(sql`DELETE FROM journal`))).toThrow(/append-only/);
    expect(() => store.transact(null, (s) => s.db.run(sql`UPDATE journal SET body = '{}'`))).toThrow(
      /not edited/,
    );
    store.transact(null, (s) => s.db.run(sql`UPDATE journal SET state = 'done'`));
    expect(store.read(null, (s) => s.journal.counts())).toMatchObject({ accepted: 1, done: 1, pending: 0 });
    store.close();
  });

  it('gives an id once, also after a fixture claimed a higher one', () => {
    using folder = temporaryFolder();
    const store = new Replica({ dataDir: folder.path });
    const ids = store.transact(null, (s) => {
      const first = s.meta.nextId('guide');
      s.meta.claimId('guide', 40);
      s.meta.claimId('guide', 7);
      return [first, s.meta.nextId('guide')];
    });
    expect(ids).toEqual([1, 41]);
    store.close();
  });
});
