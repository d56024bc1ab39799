import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { comments } from './comments.ts';
import { Data, random } from './data.ts';
import type { Knobs, Person } from './data.ts';
import { guides } from './guides.ts';
import { find, Refusal } from './http.ts';
import type { Answer, Ask } from './http.ts';
import { file, media } from './media.ts';
import { others } from './others.ts';
import { newToken, people } from './people.ts';
import { steps } from './steps.ts';
import { wikis } from './wikis.ts';
import { work } from './work.ts';

export type PlainSiteOptions = Partial<Knobs> & {
  /** Seed of all random events. */
  seed?: number;
  /** Initial data. */
  data?: Data;
};

/** The site itself, independent of its transport. */
export interface PlainDouble {
  data: Data;
  /** Faults, which can be changed while it runs. */
  knobs: Knobs;
  /** Requests with caller and status, in order. */
  log: { request: string; userid: number | undefined; status: number }[];
  /** `url` from the root of the origin. */
  answer(given: Given): PlainAnswer;
  addPerson(
    username: string,
    options?: { privileges?: string[]; password?: string },
  ): Person & { token: string };
}

export interface PlainSite extends PlainDouble, AsyncDisposable {
  /** Address of the server, without a path. */
  origin: string;
  /** Address of the API. */
  url: string;
}

export interface Given {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  bytes: Buffer;
}

export interface PlainAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
}

const api = '/api/2.0';

const operations = { ...people, ...guides, ...steps, ...wikis, ...comments, ...media, ...work, ...others };

/**
 * A third-party site that speaks API 2.0 and nothing more: no `/benchside/`, no `Idempotency-Key`, no fractions of a second. It shares no
 * code with the program under test.
 */
export function plainDouble({ seed = 1, data: held, ...given }: PlainSiteOptions = {}): PlainDouble {
  const knobs: Knobs = {
    throttled: 0,
    retryAfter: 1,
    tokenDeaths: 0,
    variantsAfter: 0,
    withoutTree: ['WIKI', 'ITEM', 'INFO', 'USER', 'TEAM'],
    nullRevisions: false,
    lag: 0,
    now: () => Date.now() / 1000,
    ...given,
  };
  const data = held?.copy(knobs) ?? new Data(knobs);
  const chance = random(seed);
  const log: PlainDouble['log'] = [];
  return {
    data,
    knobs,
    log,
    answer: (asked) => {
      const { answer, userid } = served(data, chance, asked);
      log.push({ request: `${asked.method} ${asked.url.replace(api, '')}`, userid, status: answer.status });
      const body = answer.bytes ?? (answer.json === undefined ? undefined : JSON.stringify(answer.json));
      const headers = {
        ...(answer.status === 429 ? { 'Retry-After': String(knobs.retryAfter) } : {}),
        ...(body === undefined ? {} : { 'Content-Type': answer.mime ?? 'application/json' }),
      };
      return { status: answer.status, headers, body };
    },
    addPerson: (username, { privileges = ['User', 'Author'], password = 'long enough to keep' } = {}) => {
      const userid = data.next('user');
      const person: Person = {
        userid,
        username,
        email: `${username}@example.org`,
        password,
        privileges,
        joined: data.now,
        location: null,
        about: '',
        image: null,
        favorites: new Map(),
        completions: new Map(),
        badges: [],
      };
      data.people.set(userid, person);
      return { ...person, token: newToken(data, userid) };
    },
  };
}

/** Starts the site on a port. */
export async function plainSite(options: PlainSiteOptions = {}): Promise<PlainSite> {
  const double = plainDouble(options);
  const answerTo = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/', headers } = request;
    const answer = double.answer({ method, url, headers, bytes: await bytesOf(request) });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  };
  const server = createServer((request, response) => {
    // A caller that hangs up gets no answer.
    answerTo(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...double,
    origin,
    url: origin + api,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function served(
  live: Data,
  chance: () => number,
  { method, url, headers, bytes }: Given,
): { answer: Answer; userid: number | undefined } {
  live.requests += 1;
  let userid: number | undefined;
  try {
    const { pathname, searchParams: query } = new URL(url, 'http://site.invalid');
    if (pathname.startsWith('/igi/')) return { answer: file(live, pathname.slice(5)), userid };
    if (chance() < live.knobs.throttled) throw new Refusal(429, 'Slow down');
    const found = pathname.startsWith(`${api}/`)
      ? find(operations, method, pathname.slice(api.length))
      : undefined;
    if (found === 'wrong-method') throw new Refusal(405, 'Method not allowed');
    // Answers with a page for people, as web servers do for an unknown address.
    if (!found)
      return { answer: { status: 404, bytes: Buffer.from('<h1>Not here</h1>'), mime: 'text/html' }, userid };
    const signsIn = found.operation === operations['POST /user/token'];
    userid = signsIn ? undefined : viewerOf(live, chance, headers.authorization);
    const data = method === 'GET' ? live.asRead() : live.beforeWrite();
    const viewer = userid === undefined ? undefined : data.people.get(userid);
    const origin = `http://${headers.host ?? 'site.invalid'}`;
    const ask: Ask = { data, origin, params: found.params, query, bytes, viewer };
    return { answer: found.operation(ask), userid };
  } catch (error) {
    if (error instanceof Refusal) return { answer: { status: error.status, json: error.body }, userid };
    return { answer: { status: 500, json: { error: true, message: String(error) } }, userid };
  }
}

/** Refuses an unknown or ended token at every operation. */
function viewerOf(
  { tokens, knobs }: Data,
  chance: () => number,
  authorization: string | undefined,
): number | undefined {
  if (authorization === undefined) return undefined;
  const token = authorization.replace(/^api /, '');
  if (chance() < knobs.tokenDeaths) tokens.delete(token);
  const userid = tokens.get(token);
  if (userid === undefined) throw new Refusal(401, 'Authentication required');
  return userid;
}
