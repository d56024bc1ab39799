import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';

import { endpoints } from '../../app/api/index.ts';
import { configSchema } from '../../app/config.ts';
import { createCore } from '../../app/core.ts';
import type { Core } from '../../app/core.ts';
import { rememberPerson, markTokenRefused, siteTokens } from '../../app/identity/people.ts';
import { readSiteUser } from '../../app/identity/site-user.ts';
import { createLog } from '../../app/log.ts';
import type { Logger } from '../../app/log.ts';
import { MediaFiles } from '../../app/media/files.ts';
import { makeHere } from '../../app/media/make-pictures.ts';
import type { ReplicaWriter } from '../../app/replica/replica.ts';
import { dropPersonToken } from '../../app/replica/desk-people/people.ts';
import { sql } from '../../app/store/sql.ts';
import type { StoredRow } from '../../app/store/sql.ts';
import { replayedEndpoints } from '../../app/replica/rebase/replayed-endpoints.ts';
import { Replayer } from '../../app/replica/rebase/replayer.ts';
import { Engine } from '../../app/sync/engine.ts';
import type { PersonToken } from '../../app/sync/round.ts';
import type { RoundOptions } from '../../app/sync/engine.ts';
import type { LiveStatus } from '../../app/sync/status.ts';
import { importBundle } from '../../app/bundle/import-bundle.ts';
import { exportJournal } from '../../app/bundle/export-journal.ts';
import { importJournal } from '../../app/bundle/import-journal.ts';
import { next } from '../../app/sync/scheduler.ts';
import type { Schedule } from '../../app/sync/scheduler.ts';
import { countAgain, readSyncStatus } from '../../app/sync/status.ts';
import { AppError } from '../../shared/errors.ts';
import type { SyncProblem } from '../../shared/sync-status.ts';
import { ask } from './ask.ts';
import type { Answered } from './ask.ts';
import { Crash, WorkerStore, vault } from './desk-parts.ts';
import { checkImported, undecidedAt } from './check-roads.ts';
import type { Decided } from './decide.ts';
import { checkConflicts, checkRound, checkSignIns } from './shown.ts';
import { simulatedTransport } from './network.ts';
import type { Portal, Weather } from './network.ts';
import { idsIn, wikiPathIn } from './place.ts';
import type { Listing, Place } from './place.ts';
import { Random } from './random.ts';
import { describeError, siteOrigin } from './site.ts';
import type { Person, World } from './world.ts';

const settleMs = 500;
const secondThoughtsMs = 10_000;

export interface RoundGiven {
  seed: number;
  faults: number;
  crash?: number | undefined;
  fills?: number | undefined;
  refuses?: number | undefined;
  portal?: Portal | undefined;
  meanwhile?: () => Promise<void>;
  options?: Omit<RoundOptions, 'people'>;
}

/**
 * Imports a stick. Returns how many edits were new; `undefined` if the stick is refused: it changes who is in a team, or has edits of a
 * person unknown at this desk.
 */
async function taken(importing: Promise<number>): Promise<number | undefined> {
  try {
    return await importing;
  } catch (error) {
    const isOfStranger =
      error instanceof AppError && error.code === 'not-found' && error.message.startsWith('User ');
    if (isOfStranger || (error instanceof AppError && error.code === 'forbidden')) return undefined;
    throw error;
  }
}

const kindOf = (route: string): string =>
  route.includes('/guides/') ? 'guide' : route.includes('/comments/') ? 'comment' : 'entry';

/** A desk: the real core and the real engine on real files, with the clock and the network of the world. */
export class Desk implements Place {
  readonly name: string;
  readonly world: World;
  readonly people: Person[];
  /** Desks whose edits are in its journal, too: its own, the one it is a copy of, and those of sticks. */
  readonly origins: Set<string>;
  /** Decisions that were taken here. */
  readonly decisions: Decided[] = [];
  /** The tokens with which people call this desk, by userid. */
  readonly tokens = new Map<number, string>();
  online = true;
  diskFull = false;
  /** Seconds by which this desk's clock is fast. */
  offset = 0;
  weather: Weather = { seed: 0, random: new Random(0), faults: 0, meanwhile: async () => undefined };
  /** Problems with which a round may end, because of earlier events. */
  readonly possible = new Set<SyncProblem['kind']>();
  schedule: Schedule = { failures: 0, nextAt: null };
  running = false;
  /** Number of starts of the machine, and of the program. */
  boot = 1;
  life = 1;
  /** Tokens that the site refused; a restored backup may know one of them. */
  readonly refused = new Set<string>();
  /** Sync runs in a thread, so it may replace provisional ids right after a request read them. */
  isRenaming = false;
  /** The time when a round ended without a problem, by the right clock. */
  cleanAt: number | undefined;
  /** The position of the site before the last sync that ended without a problem. */
  private readUpTo: string | undefined;
  /** Number of changes by people here, counted by the test. */
  edits = 0;
  core: Core;
  private readonly dataDir: string;
  private worker: { engine: Engine; store: WorkerStore; log: Logger };
  private live: LiveStatus | undefined;
  private wished = false;
  private booted: number;
  private dead = false;
  /** Number of failpoints until the process dies, and until the disk is full. */
  private doom: number | undefined;
  private room: number | undefined;

  constructor(world: World, name: string, dataDir: string, people: readonly Person[]) {
    this.world = world;
    this.name = name;
    this.origins = new Set([name]);
    this.dataDir = dataDir;
    this.people = [...people];
    this.booted = world.time - 1_000;
    this.core = this.open();
    this.worker = this.openWorker();
  }

  get now(): number {
    return this.world.time + this.offset;
  }

  private readonly clocks = {
    now: () => this.now,
    clock: () => ({ seconds: this.world.time - this.booted, bootid: `${this.name} ${this.boot}` }),
  };

  private open(): Core {
    const { dataDir, world } = this;
    const config = configSchema.parse({
      profile: 'desk',
      dataDir,
      site: `${siteOrigin}/api/2.0`,
      logLevel: 'silent',
    });
    const core = createCore(config, {
      ...this.clocks,
      vault,
      createSync: ({ store }) => ({
        status: () => {
          const { live, running, schedule } = this;
          return readSyncStatus(config, store, { live, running, nextAt: running ? null : schedule.nextAt });
        },
        request: ({ edit, byHand }) => this.wish(edit === true, byHand === true),
        alone: (work) => work(),
        importBundle: async () => {
          throw new Error('a simulated desk imports its bundles itself');
        },
        close: async () => undefined,
      }),
    });
    const read = core.ctx.store.read.bind(core.ctx.store);
    core.ctx.store.read = (viewer, fn, langid) =>
      read(
        viewer,
        (s) => {
          if (!this.isRenaming) return fn(s);
          const known = s.idMap.of.bind(s.idMap);
          s.idMap.of = (id) => {
            if (known(id) !== undefined) this.isRenaming = false;
            return undefined;
          };
          return fn(s);
        },
        langid,
      );
    // A real thread would take time that differs from run to run.
    core.ctx.pictures = makeHere;
    core.ctx.log.error = (...given: unknown[]) => {
      if (!this.diskFull) world.violation(`${this.name} logs an error: ${describeError(given)}`);
    };
    return core;
  }

  private openWorker(): { engine: Engine; store: WorkerStore; log: Logger } {
    const { dataDir, world } = this;
    const store = new WorkerStore({ dataDir, purpose: 'sync', ...this.clocks });
    const { life } = this;
    store.boundary = (where) => this.boundary(where, life);
    const log = createLog('sync', 'silent');
    log.error = (...given: unknown[]) => {
      if (!this.dead && !this.diskFull)
        world.violation(`${this.name} logs an error: ${describeError(given)}`);
    };
    const engine = new Engine({
      endpoints,
      site: `${siteOrigin}/api/2.0`,
      store,
      media: new MediaFiles(join(dataDir, 'media')),
      log,
      onReport: (live) => {
        this.live = live;
      },
      onTokenRefused: (person) => {
        world.note(`    ${this.name}: the token of ${person.userid} is refused`);
        this.refused.add(person.token);
        if (!this.dead) markTokenRefused(this.core.ctx.store, vault, person);
      },
      openTransport: () => simulatedTransport(this),
      clock: {
        now: () => this.now,
        sleep: async (ms) => world.pass(ms / 1000),
      },
    });
    return { engine, store, log };
  }

  /** Called at each point where the process of this life can die, and the disk fill up. */
  boundary(where: string, life = this.life): void {
    if (this.dead || life !== this.life) throw new Crash('this process is dead');
    if (this.room !== undefined) {
      this.room -= 1;
      if (this.room === 0) {
        this.world.note(`    ${this.name}: its disk is full ${where}`);
        this.fillDisk(true);
      }
    }
    if (this.doom === undefined) return;
    this.doom -= 1;
    if (this.doom > 0) return;
    this.dead = true;
    this.world.note(`    ${this.name} dies ${where}`);
    throw new Crash(where);
  }

  /** Schedules the sending of a decision a little later, so that it can be undone; the real timer would take real time. */
  decided(): void {
    this.wish(false, false, secondThoughtsMs);
  }

  private wish(edit: boolean, byHand: boolean, afterMs = settleMs): void {
    const soon = this.world.time * 1000 + (byHand ? 0 : afterMs);
    if (this.running) this.wished = true;
    else if (!edit || this.schedule.failures === 0)
      this.schedule.nextAt = Math.min(this.schedule.nextAt ?? Number.POSITIVE_INFINITY, soon);
  }

  /** Reports that the network returned: the next attempt is made at once. */
  networkReturned(): void {
    if (this.schedule.failures > 0) this.schedule.nextAt = this.world.time * 1000 + settleMs;
  }

  /** Runs after a person's request: records its views, as the real timer may have done. */
  settleViews(): void {
    this.core.ctx.views.flush();
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

  knowsSite(): boolean {
    return this.core.ctx.store.read(null, (s) => s.meta.siteid !== undefined);
  }

  /** Returns a route with the ids that things had before the site gave them others, as in a window that was opened then. */
  underFormerNumbers(route: string): string {
    return route.replace(/(?<=^\w+ (?:\/\w+)*\/(guides|steps|comments|work_log)\/)\d+/g, (id) => {
      const former = this.core.ctx.store.read(null, (s) =>
        s.db.one(sql<StoredRow<'id_map', 'provisional'>>`SELECT provisional FROM id_map
           WHERE id = ${Number(id)} AND kind = ${kindOf(route)} AND provisional < 0`),
      );
      return String(former?.provisional ?? id);
    });
  }

  /** Returns whether another sync would find nothing to send, not even a view, and nothing new. */
  isUpToDate(): boolean {
    const { accepted, done, discarded } = this.core.ctx.store.read(null, (s) => s.journal.counts());
    const isSent = accepted === done + discarded;
    return isSent && !this.core.sync.status().problem && this.readUpTo === this.world.site.progress;
  }

  /** Returns the edits in the journal. */
  acceptedHere(): number {
    return this.core.ctx.store.read(null, (s) => s.journal.editCounts().accepted);
  }

  /** Signs a person in at this desk, at the site first. */
  async signIn(person: Person): Promise<void> {
    const { token: authToken, user } = await this.world.site.signIn(person, this.name);
    const answer = readSiteUser({ ...user, authToken }, siteOrigin);
    if (!answer) throw new Error('the site cannot name its own user');
    // The sign-in replaces the previous one. Nobody has a password here, because checking one would take a second.
    this.core.ctx.store.transact(null, (s) => dropPersonToken(s, person.userid));
    await rememberPerson(this.core.ctx.store, vault, answer, new Request('http://desk.test/'));
    this.tokens.set(person.userid, authToken);
    // A new person sees more than was read for the others.
    this.readUpTo = undefined;
    this.wish(false, false);
  }

  /** Makes this desk know a token of the hub. */
  async rememberToken({ token }: PersonToken): Promise<void> {
    const { text } = await this.world.site.ask(token, 'GET /user');
    const answer = readSiteUser({ ...(JSON.parse(text) as object), authToken: token }, siteOrigin);
    if (!answer) throw new Error('the site cannot name its own user');
    await rememberPerson(this.core.ctx.store, vault, answer, new Request('http://desk.test/'));
  }

  /** Returns people whose edits can be sent: their sign-in at the site works, as far as this desk knows. */
  signedIn(): number[] {
    return siteTokens(this.core.ctx.store, vault).map(({ userid }) => userid);
  }

  async round({
    seed,
    faults,
    crash,
    fills,
    refuses,
    portal,
    meanwhile,
    options,
  }: RoundGiven): Promise<void> {
    if (this.running) return;
    const { world } = this;
    this.running = true;
    this.wished = false;
    this.doom = crash;
    this.room = fills;
    this.possible.clear();
    if (this.diskFull) this.possible.add('disk-full');
    const random = new Random(seed);
    this.weather = { seed, random, faults, refuses, portal, meanwhile: meanwhile ?? (async () => undefined) };
    const { store } = this.core.ctx;
    const people = siteTokens(store, vault).map(({ userid, token }) => ({ userid, token }));
    const { progress } = world.site;
    const waited = new Set(
      store.read(null, (s) => s.journal.list(['pending', 'sending']).map(({ entryid }) => entryid)),
    );
    const { problem, round } = await this.worker.engine.round({ people, ...options });
    const { pushed = 0 } = round;
    this.running = false;
    this.live = undefined;
    this.doom = undefined;
    this.room = undefined;
    if (this.dead) return this.restart();
    countAgain(this.core.ctx.store);
    this.schedule = next(this.schedule, {
      problem,
      now: this.world.time * 1000,
      everyMinutes: 15,
      random: () => random.next(),
    });
    if (this.wished) this.schedule.nextAt = this.world.time * 1000;
    if (!problem) this.cleanAt = world.time;
    this.readUpTo = problem ? undefined : progress;
    this.countRemade();
    checkRound(this, problem, pushed);
    checkConflicts(this, waited);
    await checkSignIns(this);
  }

  /** Ends the process without warning and starts it again. */
  async restart(reboot = false): Promise<void> {
    this.running = false;
    this.live = undefined;
    this.life += 1;
    this.worker.store.close();
    this.settleViews();
    await this.core.close();
    if (reboot) {
      this.boot += 1;
      this.booted = this.world.time - 30;
    }
    this.dead = false;
    this.core = this.open();
    this.worker = this.openWorker();
    this.limitDisk();
    this.schedule = { failures: 0, nextAt: this.world.time * 1000 };
    this.countRemade();
    this.checkJournal();
  }

  /** Edits that a restored hub lost are in the journal twice, the second time with names that it knows. */
  private countRemade(): void {
    if (this.world.site.restores > 0) this.edits = Math.max(this.edits, this.acceptedHere());
  }

  checkJournal(): void {
    const problems = this.core.ctx.store.read(null, (s) => s.journal.verify());
    for (const problem of problems) this.world.violation(`the journal of ${this.name}: ${problem}`);
    const accepted = this.acceptedHere();
    if (accepted !== this.edits)
      this.world.violation(`${this.name} accepted ${this.edits} edits, and its journal has ${accepted}`);
  }

  fillDisk(full: boolean): void {
    this.diskFull = full;
    if (full) this.possible.add('disk-full');
    this.limitDisk();
    if (!full) this.wish(false, false);
  }

  /** No page more than now: SQLite then reports a full disk. */
  private limitDisk(): void {
    const pages = this.diskFull ? 1 : 1_000_000_000;
    const limit = (s: ReplicaWriter): unknown => s.db.pragma(`max_page_count = ${pages}`);
    this.core.ctx.store.note(limit);
    this.worker.store.note(limit);
  }

  /** Copies its folder to another machine; both continue. */
  copied(name: string, dataDir: string): Desk {
    const { world, core } = this;
    this.settleViews();
    core.ctx.store.checkpoint();
    const isOfProcess = /\.(?:lock|pid|sqlite-shm)$/;
    cpSync(this.dataDir, dataDir, { recursive: true, filter: (path) => !isOfProcess.test(path) });
    const copy = new Desk(world, name, dataDir, this.people);
    for (const [userid, token] of this.tokens) copy.tokens.set(userid, token);
    copy.edits = this.edits;
    for (const origin of this.origins) copy.origins.add(origin);
    this.origins.add(name);
    copy.schedule = { failures: 0, nextAt: world.time * 1000 };
    return copy;
  }

  /** Exports the pending edits to a stick; they also stay. @returns its file, if there are any */
  async export(): Promise<string | undefined> {
    const { world } = this;
    const file = join(world.folder, `stick${world.sticks.length}`);
    const count = await exportJournal(this.core.ctx, file, siteTokens(this.core.ctx.store, vault));
    world.note(`${this.name} writes ${count} edits to a stick`);
    if (count === 0) return undefined;
    world.sticks.push({ file, from: this });
    return file;
  }

  /** Imports a bundle of the hub, which may be older or newer than what is here. */
  async importBundle(file: string, crash?: number): Promise<void> {
    const { world } = this;
    const name = basename(file);
    const { store, log } = this.worker;
    const { media } = this.core.ctx;
    const before = undecidedAt(this);
    this.doom = crash;
    try {
      const replayer = new Replayer(replayedEndpoints(endpoints, { store, media, log }), { store, log });
      const { isNewer, guides, arrived } = await importBundle(
        { store, media, log, replayer, site: undefined },
        file,
      );
      if (isNewer) checkImported(this, file, before);
      world.note(
        `${this.name} takes ${guides} guides of ${name}${isNewer ? '' : ', which is older'}; ${arrived} edits have arrived`,
      );
    } catch (error) {
      if (this.dead) return await this.restart();
      if (!(error instanceof AppError)) throw error;
      world.note(`${this.name} does not take ${name}: ${error.message.replace(/.*\/bundle/, 'bundle')}`);
    } finally {
      this.doom = undefined;
    }
    this.readUpTo = undefined;
    this.wish(true, false);
  }

  /** Imports a stick, and signs its authors in here. */
  async import({ file, from }: World['sticks'][number]): Promise<void> {
    const { world, people, tokens } = this;
    const before = this.acceptedHere();
    const count = await taken(importJournal(this.core.ctx, endpoints, file));
    if (count === undefined) return world.note(`${this.name} refuses the stick of ${from.name}`);
    this.edits += this.acceptedHere() - before;
    world.note(`${this.name} takes over ${count} edits of ${from.name} from a stick`);
    for (const origin of from.origins) this.origins.add(origin);
    from.origins.add(this.name);
    for (const person of from.people) {
      if (!people.includes(person)) people.push(person);
      if (tokens.has(person.userid)) continue;
      // People who sign in later are asked to.
      tokens.set(person.userid, '');
      if (this.online) await this.signIn(person);
    }
    this.wish(true, false);
  }

  async close(): Promise<void> {
    this.worker.store.close();
    await this.core.close();
  }
}
