import { createServer } from 'node:http';
import { join } from 'node:path';

import { serve as serveHono } from '@hono/node-server';
import Database from 'better-sqlite3';
import { Hono } from 'hono';

import { documents } from '../data/build.ts';
import { ready } from '../process.ts';
import type { Job } from '../process.ts';

const type = 'application/json';

/** The limits of reading over HTTP: `fixed` answers one body to everything, `stored` what SQLite has, by Hono. */
export async function readServer({ dataDir, workDir, port, variant }: Job): Promise<void> {
  const url = `http://127.0.0.1:${port}/api/2.0`;
  if (variant === 'fixed') {
    const body = middle(dataDir);
    const server = createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': type, 'Content-Length': body.length });
      response.end(body);
    });
    server.listen(port, '127.0.0.1', () => ready(url));
    return;
  }
  const database = new Database(join(workDir, 'stored.sqlite'));
  database.pragma('journal_mode = WAL');
  database.exec('CREATE TABLE stored (guideid INTEGER PRIMARY KEY, body BLOB NOT NULL)');
  const insert = database.prepare('INSERT INTO stored VALUES (?, ?)');
  database.transaction(() => {
    let guideid = 0;
    for (const body of documents(dataDir)) insert.run((guideid += 1), body);
  })();
  const select = database.prepare('SELECT body FROM stored WHERE guideid = ?').pluck();
  const app = new Hono();
  app.get('/api/2.0/guides/:id', (c) => {
    const body = select.get(Number(c.req.param('id'))) as Uint8Array<ArrayBuffer> | undefined;
    return body ? c.body(body, 200, { 'Content-Type': type }) : c.json({}, 404);
  });
  serveHono({ fetch: app.fetch, port, hostname: '127.0.0.1' }, () => ready(url));
}

/** A body of about the mean size. */
function middle(dataDir: string): Buffer {
  const first: Buffer[] = [];
  for (const body of documents(dataDir)) if (first.push(body) === 500) break;
  const mean = first.reduce((sum, body) => sum + body.length, 0) / first.length;
  return first.reduce((best, body) =>
    Math.abs(body.length - mean) < Math.abs(best.length - mean) ? body : best,
  );
}
