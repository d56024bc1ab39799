import { cpSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';

import { Replica } from '../../app/replica/replica.ts';
import type { ReplicaWriter } from '../../app/replica/replica.ts';
import { searchFields } from '../../app/store/guides/content.ts';
import type { Guide } from '../../shared/model/guide.ts';
import { documents, hubOf, queriesOfSet } from '../data/build.ts';
import { diskBytes, done } from '../process.ts';
import type { Job } from '../process.ts';
import { seconds, spread } from '../stats.ts';
import type { Metrics } from '../stats.ts';
import { flexIndex } from './flexsearch.ts';
import { searchTextOf } from './text.ts';

const batchSize = 500;
const passes = 10;
const hits = 20;

/** Every query ten times, after one pass that does not count. */
function asked(name: string, queries: readonly string[], find: (query: string) => number): Metrics {
  let found = 0;
  for (const query of queries) if (find(query) > 0) found += 1;
  const times: number[] = [];
  for (let pass = 0; pass < passes; pass += 1) {
    for (const query of queries) {
      const start = performance.now();
      find(query);
      times.push(performance.now() - start);
    }
  }
  return { ...spread(name, times), [`${name}_found`]: found };
}

/** As far as a person has typed when three letters of the last word are there. */
const typing = (query: string): string => query.replace(/(\S{1,3})\S*$/, '$1');
/** One letter of the longest word wrong. */
function misspelt(query: string): string {
  const longest = query.split(' ').reduce((a, b) => (b.length > a.length ? b : a));
  return longest.length < 6 ? query : query.replace(longest, `${longest.slice(0, 3)}${longest.slice(4)}`);
}

/** The hub's own search: ranked, the last word still growing, corrected when nothing is found, counted to 500. */
export async function oursSearch({ dataDir, workDir }: Job): Promise<void> {
  cpSync(hubOf(dataDir), workDir, { recursive: true });
  const store = new Replica({ dataDir: workDir, purpose: 'sync' });
  const queries = queriesOfSet(dataDir);
  const before = process.memoryUsage.rss();
  const find = (query: string): number =>
    store.read(null, (s) => s.search.find({ text: query, limit: hits, offset: 0 }).page.length);
  const metrics = {
    ...asked(
      'search',
      queries.map((query) => `${query} `),
      find,
    ),
    ...asked('typing', queries.map(typing), find),
    ...asked(
      'misspelt',
      queries.map((query) => `${misspelt(query)} `),
      find,
    ),
    memory_mb: (process.memoryUsage.rss() - before) / 1e6,
    build_s: rebuild(store),
  };
  store.close();
  await done(metrics);
}

/** Seconds to index every guide of a store again, its reading not counted. */
function rebuild(store: Replica): number {
  store.transact(null, ({ db }) => {
    for (const table of ['search_title', 'search_body'])
      db.exec(`INSERT INTO ${table}(${table}) VALUES ('delete-all')`);
    db.exec('DELETE FROM search_doc; DELETE FROM search_word');
  });
  const ids = store.read(null, (s) => s.guides.ids());
  let ms = 0;
  for (let from = 0; from < ids.length; from += batchSize) {
    const batch = ids.slice(from, from + batchSize);
    const fields = store.read(null, (s) =>
      batch.map((id) => ({ id, fields: searchFields(s.guides.document(id)) })),
    );
    const start = performance.now();
    store.transact(null, (s: ReplicaWriter) => {
      for (const { id, fields: of } of fields) s.search.put('guide', id, of);
    });
    ms += performance.now() - start;
  }
  return ms / 1000;
}

export async function flexSearch({ dataDir }: Job): Promise<void> {
  const texts = textsOf(dataDir);
  const before = process.memoryUsage.rss();
  const index = flexIndex();
  const build_s = await seconds(() => {
    for (const text of texts) index.add(text);
  });
  const memory_mb = (process.memoryUsage.rss() - before) / 1e6;
  const find = (query: string): number =>
    index.search(query, { limit: hits }).reduce((sum, { result }) => sum + result.length, 0);
  await done({ build_s, memory_mb, ...asked('search', queriesOfSet(dataDir), find) });
}

/** SQLite's own full-text search of the same text and nothing else: what indexing and ranking cost at least. */
export async function ftsLimit({ dataDir, workDir }: Job): Promise<void> {
  const texts = textsOf(dataDir);
  const database = new Database(join(workDir, 'fts.sqlite'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  database.exec(
    "CREATE VIRTUAL TABLE fts USING fts5(title, category, body, content='', contentless_delete=1, tokenize='porter unicode61')",
  );
  const insert = database.prepare('INSERT INTO fts(rowid, title, category, body) VALUES (?, ?, ?, ?)');
  const put = database.transaction((from: number) => {
    for (const { id, title, category, body } of texts.slice(from, from + batchSize))
      insert.run(id, title, category, body);
  });
  const build_s = await seconds(() => {
    for (let from = 0; from < texts.length; from += batchSize) put(from);
    database.pragma('wal_checkpoint(TRUNCATE)');
  });
  const select = database.prepare(
    `SELECT rowid FROM fts WHERE fts MATCH ? ORDER BY bm25(fts, 10, 5, 1) LIMIT ${hits}`,
  );
  const quoted = (query: string): string =>
    query
      .split(' ')
      .map((word) => `"${word}"`)
      .join(' ');
  const prefix = (query: string): string => `${quoted(typing(query))}*`;
  await done({
    build_s,
    disk_mb: diskBytes(workDir) / 1e6,
    ...asked('search', queriesOfSet(dataDir), (query) => select.all(quoted(query)).length),
    ...asked('typing', queriesOfSet(dataDir), (query) => select.all(prefix(query)).length),
  });
}

const textsOf = (dataDir: string) =>
  [...documents(dataDir)].map((bytes) => searchTextOf(JSON.parse(bytes.toString('utf8')) as Guide));
