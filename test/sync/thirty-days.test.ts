import { createHash } from 'node:crypto';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { endpoints } from '../../app/api/index.ts';
import { listen } from '../../app/http/node.ts';
import { siteTokens } from '../../app/identity/people.ts';
import { markTokenRefused } from '../../app/identity/people.ts';
import { memoryVault } from '../../app/identity/vault.ts';
import { createLog } from '../../app/log.ts';
import { MediaFiles } from '../../app/media/files.ts';
import { sql } from '../../app/store/sql.ts';
import type { Query } from '../../app/store/sql.ts';
import { Engine } from '../../app/sync/engine.ts';
import type { Comment } from '../../shared/model/comment.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { StepForm } from '../../shared/model/step-form.ts';
import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import { testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { addGuide, everything } from '../helpers/pair.ts';
import { network } from '../helpers/network.ts';
import { addPerson } from '../helpers/people.ts';
import { photo } from '../media/pictures.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const password = 'long enough to keep';
const names = ['ann', 'ben', 'cara', 'dan', 'eve'] as const;
type Name = (typeof names)[number];

/** True time, and a machine's clocks: one that people set wrong, and one that starts with the machine. */
class World {
  /** A whole second: a site gives no fractions. */
  now = 1_790_000_000;
  /** Seconds by which the machine's clock is ahead. */
  wrong = 0;
  private started = this.now - 1000;
  private boot = 1;

  readonly true = (): number => this.now;
  readonly wall = (): number => this.now + this.wrong;
  readonly clock = () => ({ seconds: this.now - this.started, bootid: `boot ${this.boot}` });

  pass(seconds: number): void {
    this.now += seconds;
  }

  reboot(): void {
    this.pass(2 * minute);
    this.started = this.now;
    this.boot += 1;
    this.pass(minute);
  }
}

interface Event {
  type: string;
  time: number;
}

/** A run with its true times. */
interface Run {
  order: string;
  by: Name[];
  events: Event[];
  value: string;
}

/** Events of the machine's clock, at the beginning of a day or, with a reboot, in the middle of a run. */
const clockChanges: Readonly<Record<number, (world: World) => void>> = {
  // It is set back by three hours, and corrected three days later.
  5: (world) => (world.wrong -= 3 * hour),
  8: (world) => (world.wrong += 3 * hour),
  // Daylight saving ends, and a person sets the clock by hand, too.
  12: (world) => (world.wrong += hour),
  20: (world) => (world.wrong = 0),
};
const reboots: readonly number[] = [15, 22];

it('[J8.1 J13.1] thirty days without a network, five people, clocks set wrong: one sync, and all times are true', async () => {
  const world = new World();
  await using hub = testCore({ checkAnswers: false }, { now: world.true });
  const server = await listen(
    async (request) => {
      const answer = await hub.fetch(request);
      answer.headers.set('Date', new Date(world.now * 1000).toUTCString());
      return answer;
    },
    { host: '127.0.0.1', port: 0 },
  );
  await using net = await network(server.origin);
  const vault = memoryVault();
  await using desk = testCore(
    { profile: 'desk', site: net.url, checkAnswers: false },
    { now: world.wall, clock: world.clock, vault },
  );
  const refused: number[] = [];
  const round = () =>
    new Engine({
      endpoints,
      site: net.url,
      store: desk.ctx.store,
      media: new MediaFiles(join(desk.dataDir, 'media')),
      log: createLog('sync', 'fatal'),
      clock: { now: world.wall, sleep: async () => undefined },
      onReport: () => undefined,
      onTokenRefused: (person) => {
        refused.push(person.userid);
        markTokenRefused(desk.ctx.store, vault, person);
      },
    }).round({ people: siteTokens(desk.ctx.store, vault) });

  const admin = (await addPerson(hub, 'admin', { role: 'admin' })).token;
  const there = <T>(route: string, json?: unknown): Promise<T> =>
    hub.json<T>(route, { token: admin, ...(json === undefined ? {} : { json }) });
  const guides = new Map<Name, number>();
  const form = new Map<Name, number>();
  for (const name of names) {
    const guideid = await addGuide(hub, admin, { title: `Guide of ${name}` }, 2);
    const { steps } = await there<Guide>(`GET /guides/${guideid}`);
    const made = await there<StepForm>(`POST /step_forms/${steps[0]?.stepid}`, {
      fields: [{ field_type: 'Text Input', label: 'Measured' }],
    });
    guides.set(name, guideid);
    form.set(name, made.fields[0]?.field_revisionid ?? 0);
  }
  const userids = new Map<Name, number>();
  /** In the day; checking a password takes some time. */
  const keys = new Map<Name, { today: number; token: string }>();
  let today = 0;
  /** Unlocks the desk with a password: at the site if it is reachable, else here. */
  const unlock = async (name: Name): Promise<string> => {
    const key = keys.get(name);
    if (key?.today === today) return key.token;
    const { userid, authToken } = await desk.json<{ userid: number; authToken: string }>('POST /user/token', {
      json: { email: `${name}@example.org`, password },
    });
    userids.set(name, userid);
    keys.set(name, { today, token: authToken });
    return authToken;
  };
  for (const name of names) {
    await addPerson(hub, name, { role: 'author', password });
    await unlock(name);
  }
  expect((await round()).problem).toBeNull();
  net.disconnect();

  const runs: Run[] = [];
  const comments: { by: Name; text: string }[] = [];
  const introductions = new Map<Name, string[]>();
  const pictures: { by: Name; sha256: string }[] = [];
  for (today = 1; today <= 30; today += 1) {
    clockChanges[today]?.(world);
    // Sync tries, and reads the clocks.
    expect((await round()).problem?.kind).toBe('offline');
    const name = names[today % names.length] ?? 'ann';
    const next = names[(today + 1) % names.length] ?? 'ann';
    runs.push(await aRun(desk, world, { today, name, next, unlock, guides, form }));
    const here = await as(desk, unlock, name);
    const guideid = guides.get(name) ?? 0;
    const guide = await here<Guide>(`GET /guides/${guideid}`);
    const said = `Day ${today}, by ${name}.`;
    const paragraphs = [guide.introduction_raw, said].filter(Boolean).join('\n\n');
    await here(`PATCH /guides/${guideid}?revisionid=${guide.revisionid}`, { introduction: paragraphs });
    introductions.set(name, [...(introductions.get(name) ?? []), said]);
    const { commentid } = await here<Comment>(`POST /comments/guide/${guideid}`, { text: `First ${today}` });
    world.pass(4 * minute);
    await here(`PATCH /comments/${commentid}`, { text: `Comment ${today}` });
    world.pass(2 * minute);
    const late = await desk.call(`PATCH /comments/${commentid}`, {
      token: await unlock(name),
      json: { text: 'Too late' },
    });
    expect(late.status).toBe(403);
    comments.push({ by: name, text: `Comment ${today}` });
    if (today % 6 === 0) {
      const bytes = new Uint8Array(await (await photo(200 + today, 200)).png().toBuffer());
      await desk.json(`POST /user/media/images?file=day${today}.png`, {
        token: await unlock(name),
        body: bytes,
      });
      pictures.push({ by: name, sha256: createHash('sha256').update(bytes).digest('hex') });
    }
    // Meanwhile others edit the same guides on the site.
    if (today % 4 === 0) {
      const theirs = await there<Guide>(`GET /guides/${guideid}`);
      await there(`PATCH /guides/${guideid}?revisionid=${theirs.revisionid}`, { summary: `Site, ${today}` });
    }
    world.pass(today * day + 1_790_000_000 - world.now + 7 * hour);
  }

  today = 31;
  // Two sign-ins are no longer valid: one has ended, one was revoked.
  const dead: readonly Name[] = ['cara', 'dan'];
  for (const name of dead)
    hub.ctx.store.transact(null, (s) =>
      s.db.run(sql`DELETE FROM session WHERE userid = ${userids.get(name)}`),
    );
  net.connect();
  expect((await round()).problem).toBeNull();
  expect(new Set(refused)).toEqual(new Set(dead.map((name) => userids.get(name))));
  const waiting = desk.ctx.store.read(null, (s) => s.journal.list(['pending', 'sending', 'parked']));
  expect(waiting.map(({ userid }) => userid)).toEqual(expect.arrayContaining(refused));
  // Waiting edits of other people only continue a run of one of the two.
  for (const { userid, route } of waiting)
    if (!refused.includes(userid)) expect(route).toMatch(/ \/work_log\/{entryid}\//);
  expect(waiting.map(({ state }) => state)).not.toContain('parked');
  for (const name of dead) await unlock(name);
  expect((await round()).problem).toBeNull();

  desk.ctx.store.read(null, (s) => {
    expect(s.journal.verify()).toEqual([]);
    const { accepted, done } = s.journal.editCounts();
    expect(done).toBe(accepted);
  });
  const ofHub = <T extends object>(query: Query<T>): T[] => hub.ctx.store.read(null, (s) => s.db.all(query));

  // Right people and right times.
  const entries = ofHub(
    sql<{ entryid: number; workorderid: string }>`SELECT entryid, workorderid FROM work_log`,
  );
  expect(entries).toHaveLength(runs.length);
  const spans: { by: Name; from: number; to: number }[] = [];
  for (const run of runs) {
    const entryid = entries.find(({ workorderid }) => workorderid === run.order)?.entryid;
    const entry = await there<WorkLogEntry>(`GET /work_log/${entryid}`);
    const told = (entry.benchside?.events ?? []).filter(({ type }) => type !== 'step');
    expect(
      told.map(({ type }) => type),
      `${run.order}`,
    ).toEqual(run.events.map(({ type }) => type));
    for (const [index, { type, time }] of run.events.entries())
      expect(Math.abs((told[index]?.time ?? 0) - time), `${run.order}, ${type}`).toBeLessThanOrEqual(1);
    expect(entry.benchside?.people.map(({ userid }) => userid)).toEqual(run.by.map((by) => userids.get(by)));
    const at = (wanted: string): number => run.events.find(({ type }) => type === wanted)?.time ?? 0;
    const paused = at('resume') - at('pause');
    const suspended = at('assume') === 0 ? 0 : at('assume') - at('suspend');
    expect(Math.abs(entry.duration - (at('finish') - at('start'))), `${run.order}`).toBeLessThanOrEqual(1);
    expect(
      Math.abs(entry.active_duration - (at('finish') - at('start') - paused - suspended)),
      `${run.order}`,
    ).toBeLessThanOrEqual(2);
    expect(JSON.stringify(entry.work_data)).toContain(run.value);
    for (const [index, person] of (entry.benchside?.people ?? []).entries())
      spans.push({
        by: run.by[index] ?? 'ann',
        from: person.from,
        to: person.to ?? Number.POSITIVE_INFINITY,
      });
  }
  for (const name of names) {
    const own = spans.filter(({ by }) => by === name).toSorted((a, b) => a.from - b.from);
    for (const [index, { from, to }] of own.entries()) {
      expect(to).toBeGreaterThanOrEqual(from);
      expect(from).toBeGreaterThanOrEqual(own[index - 1]?.to ?? 0);
    }
  }
  const said = ofHub(sql<{ userid: number; text: string }>`SELECT userid, text_raw AS text FROM comment`);
  expect(said.map(({ text }) => text).toSorted()).toEqual(comments.map(({ text }) => text).toSorted());
  for (const { by, text } of comments)
    expect(said.find((one) => one.text === text)?.userid).toBe(userids.get(by));
  for (const [name, texts] of introductions) {
    const guide = await there<Guide>(`GET /guides/${guides.get(name)}`);
    expect(guide.introduction_raw.split('\n\n')).toEqual(texts);
    const authors = ofHub(
      sql<{ userid: number }>`SELECT DISTINCT userid FROM guide_revision WHERE guideid = ${guides.get(name)}`,
    ).map(({ userid }) => userid);
    expect(authors).toContain(userids.get(name));
    for (const other of names) if (other !== name) expect(authors).not.toContain(userids.get(other));
  }
  const images = ofHub(sql<{
    userid: number;
    sha256: string;
  }>`SELECT i.userid, f.sha256 FROM image i JOIN image_file f ON f.guid = i.guid
     WHERE f.size = 'original' AND i.userid IS NOT NULL`);
  expect(images).toHaveLength(pictures.length);
  for (const { by, sha256 } of pictures) expect(images).toContainEqual({ userid: userids.get(by), sha256 });
  await round();
  expect(await everything(desk)).toEqual(await everything(hub));
  await server.close();
}, 900_000);

type Unlock = (name: Name) => Promise<string>;

async function as(
  desk: TestCore,
  unlock: Unlock,
  name: Name,
): Promise<<T>(route: string, json?: unknown) => Promise<T>> {
  const token = await unlock(name);
  return (route, json) => desk.json(route, { token, ...(json === undefined ? {} : { json }) });
}

interface Day {
  today: number;
  name: Name;
  next: Name;
  unlock: Unlock;
  guides: ReadonlyMap<Name, number>;
  form: ReadonlyMap<Name, number>;
}

/** Does one job, with a pause; on some days another person ends it, and on others the machine is restarted in the middle. */
async function aRun(
  desk: TestCore,
  world: World,
  { today, name, next, unlock, guides, form }: Day,
): Promise<Run> {
  const run: Run = { order: `Day ${today}`, by: [name], events: [], value: `value of day ${today}` };
  const did = (type: string, seconds: number): void => {
    run.events.push({ type, time: world.now });
    world.pass(seconds);
  };
  let here = await as(desk, unlock, name);
  const { entryid } = await here<WorkLogEntry>('POST /work_log', {
    guideid: guides.get(name),
    workorderid: run.order,
  });
  did('start', 10 * minute + today);
  const verb = async (type: string, seconds: number): Promise<void> => {
    await here(`POST /work_log/${entryid}/${type}`, {});
    did(type, seconds);
  };
  await verb('pause', 3 * minute);
  await verb('resume', 5 * minute);
  await here(`PUT /work_log/${entryid}/stepData`, { fields: { [form.get(name) ?? 0]: run.value } });
  did('data', 2 * minute);
  if (today % 7 === 0) {
    await verb('suspend', 30 * minute);
    here = await as(desk, unlock, next);
    run.by.push(next);
    await verb('assume', 4 * minute);
  }
  if (reboots.includes(today)) world.reboot();
  await verb('finish', 15 * minute);
  return run;
}
