import { configSchema } from '../../app/config.ts';
import { createCore } from '../../app/core.ts';
import type { Core } from '../../app/core.ts';
import { hashToken, newToken } from '../../app/identity/token.ts';
import type { TransportRequest } from '../../app/sync/transport.ts';
import { ask } from './ask.ts';
import type { Answered } from './ask.ts';
import { watchCommits } from './commits.ts';
import type { Commit } from './commits.ts';
import type { WholeAnswer } from './network.ts';
import { idsIn, wikiPathIn } from './place.ts';
import type { Listing } from './place.ts';
import { inWords, siteOrigin } from './site.ts';
import type { Site } from './site.ts';
import type { Person, World } from './world.ts';

/** A hub as the site of an episode. */
export class HubSite implements Site {
  readonly name = 'site';
  readonly commits: Commit[] = [];
  private core: Core;
  private readonly world: World;
  private readonly dataDir: string;

  constructor(world: World, dataDir: string) {
    this.world = world;
    this.dataDir = dataDir;
    this.core = this.open();
  }

  get hub(): Core {
    return this.core;
  }

  private open(): Core {
    const { world, dataDir } = this;
    const core = createCore(configSchema.parse({ profile: 'hub', dataDir, logLevel: 'silent' }), {
      now: () => world.time,
      clock: () => ({ seconds: world.time, bootid: 'site' }),
    });
    core.ctx.log.error = (...given: unknown[]) =>
      world.violation(`the site logs an error: ${inWords(given)}`);
    watchCommits(core, world, this.commits);
    return core;
  }

  ids(what: Listing, of?: number): number[] {
    return idsIn(this.core, what, of);
  }

  wikiPath(wikiid: number): string | undefined {
    return wikiPathIn(this.core, wikiid);
  }

  ask(token: string, route: string, body?: unknown): Promise<Answered> {
    return ask(this.core, token, route, body);
  }

  async signIn({ userid }: Person, userAgent: string): Promise<{ token: string; user: object }> {
    const token = newToken();
    this.core.ctx.store.transact(null, (s) =>
      s.sessions.add({ userid, tokenHash: hashToken(token), userAgent }),
    );
    const { text } = await this.ask(token, 'GET /user');
    return { token, user: JSON.parse(text) as object };
  }

  signOut(token: string): void {
    this.core.ctx.store.transact(null, (s) => s.sessions.end(hashToken(token)));
  }

  isPrivate(guideid: number): boolean {
    return this.core.ctx.store.read(null, (s) => s.guides.row(guideid)?.public === 0);
  }

  hidesPrerequisites(): boolean {
    const hidden = `SELECT 1 FROM prerequisite p JOIN guide g ON g.guideid = p.prerequisite
      WHERE g.public = 0 OR g.deleted = 1 LIMIT 1`;
    return this.core.ctx.store.read(null, (s) => s.db.oneSql(hidden)) !== undefined;
  }

  heal(): void {
    return undefined;
  }

  async restart(): Promise<void> {
    await this.core.close();
    this.core = this.open();
  }

  async answer({ method, path, headers, body }: TransportRequest): Promise<WholeAnswer> {
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) };
    const response = await this.core.fetch(new Request(siteOrigin + path, { method, headers, ...sent }));
    const { status } = response;
    this.core.ctx.views.flush();
    if (status >= 500) this.world.violation(`the site answers ${method} ${path} with ${status}`);
    return {
      status,
      headers: {
        ...Object.fromEntries(response.headers),
        date: new Date(this.world.time * 1000).toUTCString(),
      },
      body: Buffer.from(await response.arrayBuffer()),
    };
  }

  async file(address: string): Promise<WholeAnswer> {
    const response = await this.core.fetch(new Request(address));
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    };
  }

  async close(): Promise<void> {
    await this.core.close();
  }
}
