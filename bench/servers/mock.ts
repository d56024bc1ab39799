import { createServer } from 'node:http';
import { json as readJson } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';

import type { Guide } from '../../shared/model/guide.ts';
import { signatureHeader } from '../../shared/signature.ts';
import { slow } from '../contestants.ts';
import { documents } from '../data/build.ts';
import { ready } from '../process.ts';
import type { Job } from '../process.ts';
import { changedIds, disputedIds, siteWords } from '../touched.ts';

/** Text is sent in pieces of about this many bytes. */
const pieceBytes = 1 << 20;
const pageSize = 200;
const siteid = 'mock';
/** How late the variant `slow` answers each request. */
const latencyMs = 30;

/**
 * A site whose answers are ready-made, so that a measurement is of the client: the contract's plain endpoints, a hub's
 * feed (`/benchside/…`), edits of an introduction, and whole documents in batches (`/pull`, `/push`), which only RxDB asks
 * for. Below `/plain/api/2.0` it is
 * a site without a feed.
 */
export async function mock({ dataDir, size, port, variant }: Job): Promise<void> {
  const site = new Guides(dataDir, size);
  const server = createServer({ keepAliveTimeout: 120_000 }, async (request, response) => {
    if (variant === slow) await setTimeout(latencyMs);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
    const number = (name: string, otherwise: number): number => Number(searchParams.get(name) ?? otherwise);
    const path = pathname.replace(/^.*\/api\/2\.0/, '');
    const hasFeed = !pathname.startsWith('/plain/');
    // Desks believe nothing of a hub that its signature is not on.
    if (hasFeed) response.setHeader(signatureHeader, siteid);
    const guideid = /^\/guides\/(\d+)$/.exec(path)?.[1];
    if (guideid !== undefined && request.method === 'PATCH') {
      const edited = site.patch(Number(guideid), number('revisionid', 0), (await readJson(request)) as Edit);
      return json(response, edited.body, edited.status);
    }
    if (path === '/benchside/edits' && hasFeed)
      return json(response, site.patchAll((await readJson(request)) as BatchOfEdits));
    if (guideid !== undefined) return json(response, site.body(Number(guideid)));
    if (path === '/guides') {
      return json(
        response,
        site.list(number('modifiedSince', 0), number('offset', 0), number('limit', pageSize)),
      );
    }
    if (path === '/pull')
      return json(response, site.pull(number('modified', 0), number('guideid', 0), number('limit', 100)));
    if (path === '/push') return json(response, site.push((await readJson(request)) as RxRow[]));
    if (path === '/bench/touch') return json(response, site.touch());
    if (path === '/bench/dispute') return json(response, site.dispute());
    if (path === '/benchside/info' && hasFeed) {
      return json(
        response,
        JSON.stringify({
          product: 'Benchside',
          name: 'Mock',
          siteid,
          private: false,
          feed: true,
          batches: true,
        }),
      );
    }
    if (path === '/benchside/changes' && hasFeed)
      return void send(response, site.changes(number('after', 0)));
    return path.startsWith('/benchside/') ? response.writeHead(404).end('{}') : json(response, '[]');
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  ready(`http://127.0.0.1:${port}/api/2.0`);
}

interface Edit {
  introduction?: string;
}

interface BatchOfEdits {
  edits: { key: string; params: { guideid: string }; query: { revisionid: string }; body: Edit }[];
}

/** What RxDB sends of a document: as it is, and as it took the server's to be. */
interface RxRow {
  newDocumentState: Guide;
  assumedMasterState?: Guide;
}

interface Entry {
  guideid: number;
  body: Buffer;
  summary: string;
  modified: number;
  sequence: number;
}

/** Finds what changed without a look at everything, so that a round is as long with many guides as with few. */
class Guides {
  private readonly entries: Entry[] = [];
  /** All versions in the order of the feed, also those that a later one replaced. */
  private readonly versions: Entry[] = [];
  /** The same in the order of their dates. */
  private readonly dated: Entry[] = [];
  /** The date of the last change: later than that of any guide, and past, because desks believe no date of the future (SPEC P1.1). */
  private newest = 1_750_000_000;

  constructor(dataDir: string, size: number) {
    for (const body of documents(dataDir)) this.put(body, JSON.parse(body.toString('utf8')) as Guide);
    if (this.entries.length !== size)
      throw new Error(`there are ${this.entries.length} guides in ${dataDir}`);
    this.dated.sort((a, b) => a.modified - b.modified || a.guideid - b.guideid);
  }

  body(guideid: number): Buffer {
    return this.entry(guideid).body;
  }

  list(since: number, offset: number, limit: number): string {
    const listed = since === 0 ? this.entries : this.after(this.dated, ({ modified }) => modified < since);
    return `[${listed
      .slice(offset, offset + limit)
      .map(({ summary }) => summary)
      .join(',')}]`;
  }

  /** The next documents in the order of their change, as RxDB's own examples do it. */
  pull(modified: number, guideid: number, limit: number): Buffer {
    const next = this.after(
      this.dated,
      (e) => e.modified < modified || (e.modified === modified && e.guideid <= guideid),
    );
    const page = next.slice(0, limit);
    const last = page.at(-1) ?? { modified, guideid };
    const parts = page.flatMap(({ body }, index) => (index === 0 ? [body] : [comma, body]));
    const checkpoint = JSON.stringify({ modified: last.modified, guideid: last.guideid });
    return Buffer.concat([
      Buffer.from('{"documents":['),
      ...parts,
      Buffer.from(`],"checkpoint":${checkpoint}}`),
    ]);
  }

  *changes(after: number): Generator<Buffer> {
    const reached = this.versions.length;
    const changed = this.after(this.versions, ({ sequence }) => sequence <= after);
    yield Buffer.from(`{"start":true,"sequence":${reached},"counts":{"guide":${changed.length}}}\n`);
    let piece: Buffer[] = [];
    let bytes = 0;
    for (const { guideid, body, sequence } of changed) {
      piece.push(
        Buffer.from(`{"sequence":${sequence},"kind":"guide","id":${guideid},"doc":`),
        body,
        endOfLine,
      );
      bytes += body.length;
      if (bytes < pieceBytes) continue;
      yield Buffer.concat(piece);
      piece = [];
      bytes = 0;
    }
    yield Buffer.concat([...piece, Buffer.from(`{"end":true,"sequence":${reached}}\n`)]);
  }

  touch(): string {
    for (const guideid of changedIds(this.entries.length)) {
      const guide = this.guide(guideid);
      this.revise({ ...guide, conclusion_raw: `${guide.conclusion_raw} Touched.` });
    }
    return '{}';
  }

  dispute(): string {
    for (const guideid of disputedIds(this.entries.length)) {
      const guide = this.guide(guideid);
      this.revise(introduced(guide, guide.introduction_raw + siteWords));
    }
    return '{}';
  }

  patch(guideid: number, revisionid: number, edit: Edit): { status: number; body: string | Buffer } {
    const guide = this.guide(guideid);
    if (guide.revisionid !== revisionid)
      return { status: 409, body: JSON.stringify({ message: 'Somebody else changed it.', current: guide }) };
    this.revise(introduced(guide, edit.introduction ?? guide.introduction_raw));
    return { status: 200, body: this.body(guideid) };
  }

  /** Edits of introductions that come in one request, as a hub takes them. */
  patchAll({ edits }: BatchOfEdits): Buffer {
    const answers = edits.flatMap(({ key, params, query, body }, index) => {
      const answer = this.patch(Number(params.guideid), Number(query.revisionid), body);
      const head = `${index === 0 ? '' : ','}{"key":"${key}","status":${answer.status},"body":`;
      return [Buffer.from(head), Buffer.from(answer.body), Buffer.from('}')];
    });
    return Buffer.concat([Buffer.from('{"answers":['), ...answers, Buffer.from('],"point":""}')]);
  }

  /** @returns those that somebody else changed, as they are */
  push(rows: RxRow[]): string {
    const conflicts: Guide[] = [];
    for (const { newDocumentState, assumedMasterState } of rows) {
      const guide = this.guide(newDocumentState.guideid);
      if (guide.revisionid !== assumedMasterState?.revisionid) conflicts.push(guide);
      else this.revise(introduced(guide, newDocumentState.introduction_raw));
    }
    return JSON.stringify(conflicts);
  }

  private guide(guideid: number): Guide {
    return JSON.parse(this.body(guideid).toString('utf8')) as Guide;
  }

  private revise(guide: Guide): void {
    const revised = { ...guide, revisionid: guide.revisionid + 1, modified_date: (this.newest += 1) };
    this.put(Buffer.from(JSON.stringify(revised)), revised);
  }

  private put(body: Buffer, guide: Guide): void {
    const entry = {
      guideid: guide.guideid,
      body,
      summary: JSON.stringify(summaryOf(guide)),
      modified: guide.modified_date,
      sequence: this.versions.length + 1,
    };
    this.versions.push(entry);
    this.dated.push(entry);
    this.entries[guide.guideid - 1] = entry;
  }

  /** Returns the latest versions behind those that are known. */
  private after(sorted: readonly Entry[], isKnown: (entry: Entry) => boolean): Entry[] {
    return sorted
      .slice(sorted.findLastIndex(isKnown) + 1)
      .filter((entry) => entry === this.entry(entry.guideid));
  }

  private entry(guideid: number): Entry {
    const entry = this.entries[guideid - 1];
    if (!entry) throw new Error(`there is no guide ${guideid}`);
    return entry;
  }
}

const introduced = (guide: Guide, introduction_raw: string): Guide => ({
  ...guide,
  introduction_raw,
  introduction_rendered: `<p>${introduction_raw}</p>`,
});

const comma = Buffer.from(',');
const endOfLine = Buffer.from('}\n');

function summaryOf({
  steps,
  introduction_raw,
  introduction_rendered,
  conclusion_raw,
  conclusion_rendered,
  ...rest
}: Guide): object {
  return { ...rest, dataType: 'guide', userid: rest.author.userid, username: rest.author.username };
}

function json(response: ServerResponse, body: string | Buffer, status = 200): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

async function send(response: ServerResponse, pieces: Iterable<Buffer>): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
  for (const piece of pieces) {
    if (!response.write(piece)) await new Promise((resolve) => response.once('drain', resolve));
  }
  response.end();
}
