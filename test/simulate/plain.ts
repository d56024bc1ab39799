import type { Data } from '../plain-site/data.ts';
import { plainDouble } from '../plain-site/site.ts';
import type { PlainDouble } from '../plain-site/site.ts';
import type { TransportRequest } from '../../app/sync/transport.ts';
import type { Answered } from './ask.ts';
import { checkContent } from './commits.ts';
import type { Commit } from './commits.ts';
import type { WholeAnswer } from './network.ts';
import type { Listing } from './place.ts';
import type { PlainKnobs } from './plan.ts';
import { contentAt } from './plain-content.ts';
import { siteOrigin } from './site.ts';
import type { Site } from './site.ts';
import { marksIn } from './world.ts';
import type { Person, World } from './world.ts';

const calm: PlainKnobs = { throttled: 0, tokenDeaths: 0, nullRevisions: false };

/** A third-party site as the site of an episode. */
export class PlainSite implements Site {
  readonly name = 'site';
  readonly hub = undefined;
  readonly commits: Commit[] = [];
  readonly restores = 0;
  private readonly world: World;
  private readonly double: PlainDouble;
  private readonly knobs: PlainKnobs;
  private healed = false;

  constructor(world: World, data: Data | undefined, knobs: PlainKnobs = calm, seed = 1) {
    this.world = world;
    this.knobs = knobs;
    this.double = plainDouble({
      ...(data ? { data } : {}),
      seed,
      retryAfter: 2,
      nullRevisions: knobs.nullRevisions,
      now: () => world.time,
    });
  }

  get data(): Data {
    return this.double.data;
  }

  get progress(): string {
    return String(this.commits.length);
  }

  addPerson(username: string, privileges: string[]): Omit<Person, 'role'> {
    return this.double.addPerson(username, { privileges });
  }

  async answer({ method, path, headers, body = '' }: TransportRequest): Promise<WholeAnswer> {
    const { throttled, tokenDeaths } = this.healed ? calm : this.knobs;
    Object.assign(this.double.knobs, { throttled, tokenDeaths });
    return this.served(method, path, headers, Buffer.from(body as string));
  }

  async ask(token: string, route: string, body?: unknown): Promise<Answered> {
    const [method = '', path = ''] = route.split(' ');
    const bytes = body instanceof Uint8Array ? Buffer.from(body) : Buffer.from(JSON.stringify(body ?? null));
    Object.assign(this.double.knobs, calm, { nullRevisions: this.knobs.nullRevisions });
    const sent = body === undefined ? Buffer.alloc(0) : bytes;
    const answer = this.served(method, `/api/2.0${path}`, { Authorization: `api ${token}` }, sent);
    return { status: answer.status, text: answer.body.toString() };
  }

  async file(address: string): Promise<WholeAnswer> {
    return this.served('GET', new URL(address).pathname, {}, Buffer.alloc(0));
  }

  private served(method: string, url: string, given: Record<string, string>, bytes: Buffer): WholeAnswer {
    const { world, data } = this;
    const headers = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const asked = { method, url, headers: { ...headers, host: new URL(siteOrigin).host }, bytes };
    const changes = method !== 'GET';
    const path = decodeURIComponent(url.replace('/api/2.0', '').replace(/\?.*/, ''));
    const before = changes ? marksIn(JSON.stringify(contentAt(data, path))) : [];
    const answer = this.double.answer(asked);
    const { status } = answer;
    if (status >= 500)
      world.violation(`the site answers ${method} ${url} with ${status}: ${String(answer.body)}`);
    if (status === 429) world.desks.forEach(({ possible }) => possible.add('throttled'));
    if (status === 401) world.desks.forEach(({ possible }) => possible.add('unauthorized'));
    if (changes && status < 300) {
      const after = marksIn(JSON.stringify(contentAt(data, path)));
      this.note({ method, path }, headers, bytes, before, after);
    }
    return {
      status,
      headers: { ...answer.headers, date: new Date(world.time * 1000).toUTCString() },
      body: Buffer.from(answer.body ?? ''),
    };
  }

  private note(
    { method, path }: { method: string; path: string },
    { authorization = '', 'idempotency-key': key }: Record<string, string>,
    bytes: Buffer,
    before: readonly string[],
    after: readonly string[],
  ): void {
    const { world, commits, data } = this;
    const route = `${method} ${path}`;
    const commit: Commit = {
      key,
      userid: data.tokens.get(authorization.replace('api ', '')) ?? 0,
      route,
      path,
      sent: marksIn(bytes.toString('utf8')),
      removed: before.filter((mark) => !after.includes(mark)),
      added: after.filter((mark) => !before.includes(mark)),
    };
    commits.push(commit);
    checkContent(world, commit, after);
  }

  async signIn({ userid, token: own }: Person): Promise<{ token: string; user: object }> {
    const { data } = this;
    const token = `${userid}`.padStart(4, '0') + `${data.next('sign-in')}`.padStart(28, '0');
    data.tokens.set(token, userid);
    const { text } = await this.ask(own, 'GET /user');
    return { token, user: JSON.parse(text) as object };
  }

  signOut(token: string): void {
    this.data.tokens.delete(token);
  }

  async takes(token: string): Promise<boolean> {
    return this.data.tokens.has(token);
  }

  isPrivate(guideid: number): boolean {
    return this.data.guides.get(guideid)?.fields.public === false;
  }

  hidesPrerequisites(): boolean {
    return [...this.data.guides.values()].some(({ fields }) =>
      fields.prerequisites.some((guideid) => this.isPrivate(guideid)),
    );
  }

  ids(what: Listing, of?: number): number[] {
    const { guides, wikis, comments, runs, teams, people } = this.data;
    switch (what) {
      case 'guide':
        return [...guides.values()].flatMap(({ deleted, guideid }) => (deleted ? [] : [guideid]));
      case 'wiki':
        return [...wikis.values()].flatMap(({ deleted, wikiid }) => (deleted ? [] : [wikiid]));
      case 'step':
        return (guides.get(of ?? 0)?.steps ?? []).map(({ stepid }) => stepid).sort((a, b) => a - b);
      case 'comment':
        return [...comments.values()].flatMap(({ deleted, userid, commentid }) =>
          deleted || userid !== of ? [] : [commentid],
        );
      case 'run':
        return [...runs.values()].flatMap(({ userid, status, entryid }) =>
          userid === of && (status === 'started' || status === 'paused') ? [entryid] : [],
        );
      case 'suspended run':
        return [...runs.values()].flatMap(({ status, entryid }) => (status === 'suspended' ? [entryid] : []));
      case 'team':
        return [...teams.keys()];
      case 'user':
        return [...people.keys()];
      case 'release':
      case 'deleted guide':
        return [];
    }
  }

  wikiPath(wikiid: number): string | undefined {
    const wiki = this.data.wikis.get(wikiid);
    return wiki && `/wikis/${wiki.namespace}/${encodeURIComponent(wiki.title)}`;
  }

  heal(): void {
    this.healed = true;
  }

  async restart(): Promise<void> {
    return undefined;
  }

  async close(): Promise<void> {
    return undefined;
  }
}
