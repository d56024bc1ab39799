import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { serveRenderer } from '../../../app/http/static.ts';
import { deskSettings, readingPosition } from '../../../shared/model/benchside.ts';
import type { SyncStatus } from '../../../shared/sync-status.ts';
import {
  meterWiki,
  nothingIn,
  pumpsPage,
  resultsFor,
  sealCopy,
  sealGuide,
  siteInfo,
  startPage,
  statusWith,
  summaryOf,
} from './documents.ts';

export interface TestDesk {
  readonly url: string;
  /** The page's changes: `PUT /benchside/reading/1 {"stepid":11,…}`. */
  readonly writes: string[];
  status: SyncStatus;
  /** True once the pictures with `missing` names have arrived. */
  hasAllPictures: boolean;
  /** Answers that replace the default ones, by `METHOD path`. */
  readonly answers: Map<string, { status: number; body?: unknown }>;
  close(): Promise<void>;
}

interface Answer {
  status: number;
  body?: unknown;
}

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><path d="M0 0h4v3H0z" fill="#888"/></svg>';

/** Starts a small server that answers a browser like a desk and serves the built page from `folder`. */
export async function startTestDesk(folder: string): Promise<TestDesk> {
  let settings = deskSettings.parse({
    deskName: 'bench-7',
    language: 'auto',
    colorScheme: 'auto',
    textSize: 100,
    singleKeys: true,
    syncEveryMinutes: 15,
    pictures: 'all',
    pictureBudgetMb: 2048,
    pinnedCategories: [],
    notifications: true,
    keepRunning: false,
    startWithSystem: false,
    updatesFrom: '',
    kiosk: { on: false, idleSeconds: 120, badgeAlone: true, allowed: 'work-and-reading' },
  });
  const answers = new Map<string, Answer>();
  const writes: string[] = [];
  const desk = { status: statusWith({}), hasAllPictures: false, answers, writes };

  const reads: Record<string, () => unknown> = {
    '/benchside/info': () => siteInfo,
    '/benchside/home': () => startPage,
    '/benchside/category/Pumps': () => pumpsPage,
    '/benchside/sync': () => desk.status,
    '/benchside/search/work': () => ({ jobs: [], assigned: [], people: [] }),
    '/benchside/settings': () => settings,
    '/benchside/guides/1/copy': () => sealCopy,
    '/benchside/reading/1': () => readingPosition.parse(startPage.inProgress[0]),
    '/benchside/reading/2': () => readingPosition.parse({ stepid: null }),
    '/guides/1': () => sealGuide,
    '/guides/2': () => ({ ...sealGuide, ...summaryOf(2, 'Opening the Pump'), prerequisites: [], steps: [] }),
    '/wikis/ITEM/Multimeter': () => meterWiki,
    '/user': () => ({ userid: 3, username: 'Jana Holm' }),
  };

  const answerTo = (method: string, url: URL, body: string): Answer => {
    const path = url.pathname.replace('/api/2.0', '');
    if (method !== 'GET') writes.push(`${method} ${path}${body && ` ${body}`}`);
    const replaced = answers.get(`${method} ${path}`);
    if (replaced) return replaced;
    if (path === '/benchside/search')
      return { status: 200, body: resultsFor(url.searchParams.get('q') ?? '') };
    if (method === 'PATCH' && path === '/benchside/settings') {
      settings = deskSettings.parse({ ...settings, ...JSON.parse(body) });
      return { status: 200, body: settings };
    }
    if (method !== 'GET') return { status: 204 };
    const found = reads[path]?.();
    if (found !== undefined) return { status: 200, body: found };
    if (path.startsWith('/benchside/category/')) {
      return { status: 200, body: nothingIn(decodeURIComponent(path.slice('/benchside/category/'.length))) };
    }
    return { status: 404, body: { error: true, message: 'Guide not found' } };
  };

  const serve = serveRenderer(folder);
  const send = async (url: URL, response: ServerResponse): Promise<void> => {
    const page = await serve(new Request(url));
    response.writeHead(page.status, Object.fromEntries(page.headers)).end(await page.text());
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://desk');
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (url.pathname.startsWith('/api/2.0/')) {
        const answer = answerTo(request.method ?? 'GET', url, body);
        response.writeHead(answer.status, { 'Content-Type': 'application/json' });
        response.end(answer.body === undefined ? '' : JSON.stringify(answer.body));
      } else if (
        url.pathname.startsWith('/pictures/') &&
        (desk.hasAllPictures || !url.pathname.includes('gone'))
      ) {
        response.writeHead(200, { 'Content-Type': 'image/svg+xml' }).end(picture);
      } else {
        void send(url, response);
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return Object.assign(desk, {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
