import { configSchema } from '../../app/config.ts';
import { createCore } from '../../app/core.ts';
import type { Core } from '../../app/core.ts';
import type { TransportRequest } from '../../app/sync/transport.ts';
import { watchCommits } from './commits.ts';
import type { Commit } from './commits.ts';
import type { WholeAnswer } from './network.ts';
import type { World } from './world.ts';

/** Where desks reach the site; nothing listens there. */
export const siteOrigin = 'http://127.0.0.1:9';

/** The site of an episode: a hub in this process. */
export class Site {
  readonly name = 'site';
  /** What it has carried out, in order. */
  readonly commits: Commit[] = [];
  core: Core;
  private readonly world: World;
  private readonly dataDir: string;

  constructor(world: World, dataDir: string) {
    this.world = world;
    this.dataDir = dataDir;
    this.core = this.open();
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

  async close(): Promise<void> {
    await this.core.close();
  }
}

/** A log line as text, with the whole error in it. */
export function inWords(given: readonly unknown[]): string {
  return given
    .map((part) => {
      const error = typeof part === 'object' && part !== null && 'err' in part ? part.err : part;
      return error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error);
    })
    .join(' ');
}
