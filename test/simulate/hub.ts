import { cpSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';

import { exportBundle } from '../../app/bundle/export-bundle.ts';
import { backUpHub, restoreHub } from '../../app/backup/hub-backup.ts';
import { configSchema } from '../../app/config.ts';
import { createCore } from '../../app/core.ts';
import type { Core } from '../../app/core.ts';
import { editKeyOf } from '../../app/edit-key.ts';
import { HubEdits } from '../../app/courier/hub-edits.ts';
import { hashToken, newToken } from '../../app/identity/token.ts';
import { Replica } from '../../app/replica/replica.ts';
import { sql } from '../../app/store/sql.ts';
import type { TransportRequest } from '../../app/sync/transport.ts';
import { ask } from './ask.ts';
import type { Answered } from './ask.ts';
import { checkForged, checkTaken, newsOf } from './check-roads.ts';
import { watchCommits } from './commits.ts';
import type { Commit } from './commits.ts';
import { allText } from './content.ts';
import { simulatedCourier } from './courier.ts';
import type { Desk } from './desk.ts';
import type { WholeAnswer } from './network.ts';
import { idsIn, wikiPathIn } from './place.ts';
import type { Listing } from './place.ts';
import type { Random } from './random.ts';
import { describeError, siteOrigin } from './site.ts';
import type { Site } from './site.ts';
import { marksIn } from './world.ts';
import type { Person, World } from './world.ts';

interface Backup {
  path: string;
  how: 'copy' | 'command';
  /** The position of the hub at that time: it may belong to a history that another restore has ended. */
  commits: readonly Commit[];
}

/** A hub as the site of an episode. */
export class HubSite implements Site {
  readonly name = 'site';
  readonly commits: Commit[] = [];
  restores = 0;
  private core: Core;
  private readonly world: World;
  private readonly dataDir: string;
  private readonly backups: Backup[];
  /** The number of transactions after which the process that takes a file dies. */
  private courierCrash: number | undefined;
  /** Seconds by which its clock is fast. */
  private offset = 0;

  /** @param firstDay a copy of the folder, which is never opened */
  constructor(world: World, dataDir: string, firstDay?: string) {
    this.world = world;
    this.dataDir = dataDir;
    this.backups = firstDay === undefined ? [] : [{ path: firstDay, how: 'copy', commits: [] }];
    this.core = this.open();
  }

  get hub(): Core {
    return this.core;
  }

  get progress(): string {
    const sequence = this.core.ctx.store.read(null, (s) => s.feed.sequence);
    return `${this.restores} ${sequence}`;
  }

  private open(): Core {
    const { world, dataDir } = this;
    const core = createCore(configSchema.parse({ profile: 'hub', dataDir, logLevel: 'silent' }), {
      now: () => world.time + this.offset,
      clock: () => ({ seconds: world.time, bootid: 'site' }),
      createEditTaker: (parts) =>
        new HubEdits(parts, (order) => ({
          result: simulatedCourier(world, order, this.courierCrash),
          stop: () => undefined,
        })),
    });
    core.ctx.log.error = (...given: unknown[]) =>
      world.violation(`the site logs an error: ${describeError(given)}`);
    watchCommits(core, world, this.commits);
    return core;
  }

  ids(what: Listing, of?: number): number[] {
    return idsIn(this.core, what, of);
  }

  wikiPath(wikiid: number): string | undefined {
    return wikiPathIn(this.core, wikiid);
  }

  ask(token: string, route: string, body?: unknown, key?: string): Promise<Answered> {
    return ask(this.core, token, route, body, key);
  }

  async signIn({ userid }: Person, userAgent: string): Promise<{ token: string; user: object }> {
    const token = newToken();
    this.core.ctx.store.transact(null, (s) =>
      s.sessions.add({ userid, tokenHash: hashToken(token), userAgent, editKey: editKeyOf(token) }),
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
    const hidden = sql`SELECT 1 FROM prerequisite p JOIN guide g ON g.guideid = p.prerequisite
      WHERE g.public = 0 OR g.deleted = 1 LIMIT 1`;
    return this.core.ctx.store.read(null, (s) => s.db.one(hidden)) !== undefined;
  }

  heal(): void {
    return undefined;
  }

  async restart(): Promise<void> {
    await this.core.close();
    this.core = this.open();
  }

  async backUp(how: Backup['how']): Promise<void> {
    const { backups, dataDir, commits, world } = this;
    const path = join(world.folder, `backup${backups.length}`);
    if (how === 'command') backUpHub(dataDir, path);
    else {
      await this.core.close();
      cpSync(dataDir, path, { recursive: true });
      this.core = this.open();
    }
    backups.push({ path, how, commits: [...commits] });
  }

  /** Writes a bundle while it runs, as the command does. */
  async writeBundle(): Promise<void> {
    const { world, dataDir } = this;
    const file = join(world.folder, `bundle${world.bundles.length}`);
    const looking = new Replica({ dataDir, purpose: 'look', now: () => world.time });
    try {
      const { log, media } = this.core.ctx;
      const { guides } = await exportBundle(looking, media, file, { pictures: 'all', log });
      world.note(`the hub writes a bundle with ${guides} guides`);
    } finally {
      looking.close();
    }
    world.bundles.push(file);
    world.news.set(file, newsOf(this.core));
  }

  /** Takes the edits of a stick. @param forged whether someone has changed the file */
  async takeEdits(
    file: string,
    { crash, forged = false, from }: { crash?: number | undefined; forged?: boolean; from?: Desk },
  ): Promise<void> {
    const { world, core } = this;
    const { edits } = core.ctx;
    const name = basename(file);
    const text = readFileSync(file, 'utf8');
    this.courierCrash = crash;
    await edits?.begin(name, Readable.from([Buffer.from(forged ? changed(text) : text)]));
    await edits?.settled();
    this.courierCrash = undefined;
    const taken = edits?.state();
    world.note(
      `the hub takes ${name}${forged ? ', changed' : ''}: ${JSON.stringify(taken?.result ?? taken?.message)}`,
    );
    if (forged) checkForged(world, taken?.state);
    else checkTaken(world, core, { text, result: taken?.result ?? null, from });
  }

  /** Restores one of its backups. Later changes are lost there, and desks may send them again. */
  async restore(random: Random): Promise<void> {
    const { backups, dataDir, commits, world } = this;
    const backup = random.pick(backups);
    if (!backup) return;
    await this.core.close();
    if (backup.how === 'command') restoreHub(backup.path, dataDir, true);
    else {
      rmSync(dataDir, { recursive: true });
      cpSync(backup.path, dataDir, { recursive: true });
    }
    this.core = this.open();
    this.restores += 1;
    world.note(
      `the hub goes on with ${backup.path.replace(/.*\//, '')} (${backup.how}), without ${commits.filter((commit) => !backup.commits.includes(commit)).length} edits`,
    );
    commits.splice(0, commits.length, ...backup.commits);
    // Two desks that had such a page both send it again (SPEC.md, F4.3).
    const known = new Set(marksIn(JSON.stringify(this.core.ctx.store.read(null, allText))));
    for (const { mark } of world.edits) if (mark !== undefined && !known.has(mark)) world.putBack.add(mark);
  }

  /** Makes an edit there while its clock is wrong. */
  async whileClockIsWrong(by: number, something: () => Promise<void>): Promise<void> {
    this.offset = by;
    await something();
    this.offset = 0;
  }

  async takes(token: string): Promise<boolean> {
    return (await this.ask(token, 'GET /user')).status === 200;
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

/** Someone else adds a word to the first edit of a file. */
const changed = (text: string): string => text.replace(/"text": ?"|"title": ?"|"date": ?(?=\d)/, '$&1');
