import { join } from 'node:path';

import Database from 'better-sqlite3';
import { Pool } from 'undici';

import { documents } from '../data/build.ts';
import { diskBytes, done, peakMb } from '../process.ts';
import type { Job } from '../process.ts';
import { seconds, spread, timed } from '../stats.ts';
import { changedIds, editedIds, editor, offlineWords, spreadIds } from '../touched.ts';
import type { Guide } from '../../shared/model/guide.ts';
import { inParallel } from './parallel.ts';

const batchSize = 100;

/** The wire alone: every document once, six at a time, thrown away (`get`), parsed (`parse`), or one stream (`feed`). */
export async function getLimit({ url, size, variant }: Job): Promise<void> {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: 6 });
  const get = async (path: string): Promise<void> => {
    const { body } = await pool.request({ method: 'GET', path: pathname + path });
    const bytes = Buffer.from(await body.arrayBuffer());
    if (variant === 'parse') JSON.parse(bytes.toString('utf8'));
  };
  const all = (ids: number[]) => (): Promise<void> => inParallel(6, ids, (id) => get(`/guides/${id}`));
  if (variant === 'feed') {
    const full_s = await seconds(async () => {
      const { body } = await pool.request({ method: 'GET', path: `${pathname}/benchside/changes?after=0` });
      let rest = '';
      const decoder = new TextDecoder();
      for await (const chunk of body) {
        const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) JSON.parse(line);
      }
    });
    return done({ full_s });
  }
  const full_s = await seconds(all(Array.from({ length: size }, (_, index) => index + 1)));
  const changed_ms = (await seconds(all(changedIds(size)))) * 1000;
  const lists = await timed(200, () => get('/guides?modifiedSince=1999999999&limit=200&offset=0'));
  return done({ full_s, changed_ms, ...spread('unchanged', lists) });
}

/** The edits that a desk pushes, six at a time, none of them disputed; answers are thrown away. */
export async function patchLimit({ url, size }: Job): Promise<void> {
  const { origin, pathname } = new URL(url);
  const pool = new Pool(origin, { connections: 6 });
  const request = async (method: 'GET' | 'PATCH', path: string, sent?: object): Promise<Buffer> => {
    const { body, statusCode } = await pool.request({
      method,
      path: pathname + path,
      headers: { Authorization: `api ${editor.token}`, 'Content-Type': 'application/json' },
      ...(sent && { body: JSON.stringify(sent) }),
    });
    if (statusCode !== 200) throw new Error(`${method} ${path}: ${statusCode}`);
    return Buffer.from(await body.arrayBuffer());
  };
  const guides: Guide[] = [];
  for (const guideid of editedIds(size))
    guides.push(JSON.parse((await request('GET', `/guides/${guideid}`)).toString()) as Guide);
  const push_s = await seconds(() =>
    inParallel(6, guides, async ({ guideid, revisionid, introduction_raw }) => {
      const introduction = introduction_raw + offlineWords;
      await request('PATCH', `/guides/${guideid}?revisionid=${revisionid}`, { introduction });
    }),
  );
  await done({ push_s });
}

/** The disk alone: id and bytes of every document into SQLite, and reading them by id. */
export async function insertLimit({ dataDir, workDir, size }: Job): Promise<void> {
  const bodies = [...documents(dataDir)];
  const database = new Database(join(workDir, 'limit.sqlite'));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  database.exec('CREATE TABLE stored (guideid INTEGER PRIMARY KEY, body BLOB NOT NULL)');
  const insert = database.prepare('INSERT INTO stored VALUES (?, ?)');
  const put = database.transaction((from: number) => {
    for (const [index, body] of bodies.slice(from, from + batchSize).entries())
      insert.run(from + index + 1, body);
  });
  const full_s = await seconds(() => {
    for (let from = 0; from < size; from += batchSize) put(from);
    database.pragma('wal_checkpoint(TRUNCATE)');
  });
  const ids = spreadIds(size, 2000);
  const select = database.prepare('SELECT body FROM stored WHERE guideid = ?').pluck();
  const gets = await timed(ids.length, (index) => select.get(ids[index]));
  database.close();
  await done({ full_s, peak_mb: peakMb(), disk_mb: diskBytes(workDir) / 1e6, ...spread('get', gets) });
}
