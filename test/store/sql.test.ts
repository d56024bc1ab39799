import { afterAll, beforeAll, expect, it } from 'vitest';

import { Db } from '../../app/store/database.ts';
import { migrations } from '../../app/store/migrations/index.ts';
import { migrate } from '../../app/store/migrations/runner.ts';
import { builder, compile, listOf, prepared, sql } from '../../app/store/sql.ts';
import type { Query, Value } from '../../app/store/sql.ts';

let db: Db;

beforeAll(() => {
  db = new Db({ file: ':memory:', synchronous: 'FULL' });
  migrate(db, migrations);
  for (const name of ['pump', 'motor', 'belt']) db.run(builder.insertInto('tag').values({ name }));
});

afterAll(() => db.close());

it('runs statements of the template and of the builder', () => {
  expect(db.all(sql<{ name: string }>`SELECT name FROM tag WHERE name < ${'motor'}`)).toEqual([
    { name: 'belt' },
  ]);
  expect(db.one(builder.selectFrom('tag').select('tagid').where('name', '=', 'motor'))).toEqual({ tagid: 2 });
  expect(db.run(builder.updateTable('tag').set({ site_tagid: 7 }).where('tagid', '=', 2)).changes).toBe(1);
});

it('compiles a prepared statement once, and gives it the values of each run', () => {
  let built = 0;
  const named = prepared((least: Value<string>, tagid: Value<number>) => {
    built += 1;
    return sql<{ name: string }>`
      SELECT name FROM tag WHERE name >= ${least} AND tagid > ${tagid} AND name >= ${least} AND name <> ${'x'} ORDER BY name`;
  });
  expect(db.all(named('m', 0)).map(({ name }) => name)).toEqual(['motor', 'pump']);
  expect(db.all(named('n', 0)).map(({ name }) => name)).toEqual(['pump']);
  expect(db.all(named('a', 1)).map(({ name }) => name)).toEqual(['belt', 'motor']);
  expect(built).toBe(1);
  expect(compile(named('m', 5)).parameters).toEqual(['m', 5, 'm', 'x']);
});

it('prepares statements of the builder, too', () => {
  const insert = prepared((name: Value<string>) =>
    builder
      .insertInto('tag')
      .values({ name })
      .onConflict((conflict) => conflict.column('name').doNothing()),
  );
  const count = (): number | undefined =>
    db.one(builder.selectFrom('tag').select(({ fn }) => fn.countAll<number>().as('n')))?.n;
  const before = count() ?? 0;
  for (const name of ['fan', 'fan', 'lamp']) db.run(insert(name));
  expect(count()).toBe(before + 2);
});

it('gives a list as one value, so that lists of any length are one statement', () => {
  const named = (names: string[]): Query<{ tagid: number }> =>
    sql<{ tagid: number }>`SELECT tagid FROM tag WHERE name IN ${listOf(names)} ORDER BY tagid`;
  expect(db.all(named(['pump', 'belt', 'none']))).toEqual([{ tagid: 1 }, { tagid: 3 }]);
  expect(db.all(named([]))).toEqual([]);
  expect(compile(named(['pump', 'belt'])).sql).toBe(compile(named([])).sql);
});
