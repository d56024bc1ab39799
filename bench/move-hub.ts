/**
 * Moves a hub with many guides into PostgreSQL and back: `node bench/move-hub.ts --guides 50000`. The first move is killed in the middle of the copy, the
 * second one after it. Every row of every table is compared before and after, those of the search index included.
 */
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import Database from 'better-sqlite3';

import { databaseName } from '../app/store/database-name.ts';
import { PostgresServer } from '../test/helpers/postgres.ts';
import { benchside, succeed } from '../test/helpers/process.ts';
import { temporaryFolder } from '../test/helpers/temporary-folder.ts';
import { filledHub } from './data/build.ts';
import { readSource } from './data/source.ts';
import { seconds } from './stats.ts';

const { values } = parseArgs({
  options: { guides: { type: 'string', default: '50000' }, data: { type: 'string' } },
});
const size = Number(values.guides);
using folder = temporaryFolder();
const at = (name: string): string => join(folder.path, name);

/** Returns a hash of the rows of each table. A hub begins an epoch each time it is opened, so epochs differ. */
function hashes(dataDir: string): Record<string, string> {
  using db = new Opened(join(dataDir, databaseName));
  return Object.fromEntries(
    db.tables().flatMap((name) => (name === 'epoch' ? [] : [[name, db.hashOf(name)]])),
  );
}

class Opened implements Disposable {
  private readonly db: Database.Database;

  constructor(file: string) {
    this.db = new Database(file, { readonly: true });
  }

  tables(): string[] {
    const all = this.db.prepare<[], { name: string }>(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow') ORDER BY name`,
    );
    return all.all().map(({ name }) => name);
  }

  hashOf(table: string): string {
    const digest = createHash('sha256');
    for (const row of this.db.prepare(`SELECT * FROM "${table}"`).raw().iterate() as Iterable<unknown[]>)
      for (const value of row) digest.update(Buffer.isBuffer(value) ? value : `${String(value)}\u0000`);
    return digest.digest('hex');
  }

  [Symbol.dispose](): void {
    this.db.close();
  }
}

const told = async (what: string, work: () => Promise<unknown>): Promise<void> =>
  console.log(`${what}: ${(await seconds(work)).toFixed(1)} s`);

const own = at('own');
await told(`${size} guides made`, async () => filledHub(own, size, readSource(values.data).guides).close());
const { size: bytes } = statSync(join(own, databaseName));
await using postgres = await PostgresServer.create();
const shared = ['--database', postgres.url];
await succeed(['move-media', '--data', own, '--to', at('pictures')]);
const before = hashes(own);
const toPostgres = ['move-hub', 'postgres', '--data', own, ...shared];
const parts = Math.ceil(bytes / 1_000_000);
for (const point of [`after-copy-part ${Math.ceil(parts / 2)}`, 'after-copy 1'])
  await told(`moved into PostgreSQL, killed at ${point} of ${parts} parts`, async () => {
    const { stderr } = await benchside(toPostgres, { env: { BENCHSIDE_FAILPOINTS: point } });
    if (!stderr.includes('failpoint')) throw new Error(`it was not killed: ${stderr}`);
  });
await told('taken back', () => succeed(['move-hub', 'folder', '--data', own, ...shared]));
compare('after it was taken back', hashes(own));
await told('moved into PostgreSQL', () => succeed(toPostgres));
await told('moved into another folder', () =>
  succeed(['move-hub', 'folder', '--data', at('back'), ...shared]),
);
compare('in the other folder', hashes(at('back')));

function compare(when: string, now: Record<string, string>): void {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  const different = [...names].filter((name) => before[name] !== now[name]);
  console.log(`${names.size - different.length} of ${names.size} tables are equal ${when}`);
  if (different.length > 0) {
    console.log(`different: ${different.join(', ')}`);
    process.exitCode = 1;
  }
}
