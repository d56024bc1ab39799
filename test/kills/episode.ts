import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from 'vitest';

import { listen } from '../../app/http/node.ts';
import { temporaryFolder, testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';
import { everything } from '../helpers/pair.ts';
import { thirdParty } from '../helpers/third-party.ts';
import { dayLength, left } from './day.ts';
import type { Points, Point } from './points.ts';
import type { DeskState, Template } from './template.ts';

export interface Killing {
  from: Template;
  /** Folder of the bundled programs. */
  programs: string;
  /** Returns the kill points of the next process; fewer each time. */
  choose(): Point[];
  /** Called when one of them has killed its process. */
  killed(point: Point): void;
}

const startsFrom: Record<keyof Points, DeskState> = {
  edit: 'synced',
  push: 'worked',
  feed: 'fresh',
  plain: 'fresh',
};

/** Lets a desk work, killed again and again, until all its work is done; then checks everything. */
export async function episode(kind: keyof Points, killing: Killing): Promise<void> {
  using folder = temporaryFolder();
  const dataDir = join(folder.path, 'desk');
  cpSync(join(killing.from.path, startsFrom[kind]), dataDir, { recursive: true });
  cpSync(join(killing.from.path, 'hub'), join(folder.path, 'hub'), { recursive: true });
  await using hub = testCore({ dataDir: join(folder.path, 'hub'), checkAnswers: false });
  const site = await dangerousSite(hub, kind === 'plain');
  try {
    await moveTo(site.url, dataDir);
    const { people } = killing.from;
    const args =
      kind === 'edit'
        ? ['kills.js', dataDir, JSON.stringify({ ...people, site: site.url })]
        : ['cli.js', 'sync', '--data', dataDir];
    for (let accepted = 0; ;) {
      const points = killing.choose();
      const ended = await run(killing.programs, args, points, site);
      if (kind === 'edit') accepted = acceptedSince(accepted, dataDir, site.url, ended);
      if (ended.killedAt === undefined) {
        expect(ended).toMatchObject({ code: 0, killedAt: undefined });
        break;
      }
      killing.killed(ended.killedAt);
    }
    await using desk = testCore({ profile: 'desk', dataDir, site: site.url, checkAnswers: false });
    await verify(kind, desk, hub);
  } finally {
    await site.close();
  }
}

async function verify(kind: keyof Points, desk: TestCore, hub: TestCore): Promise<void> {
  const { problems, journal, sound, stuck } = desk.ctx.store.read(null, (s) => ({
    problems: s.journal.verify(),
    stuck: s.journal.list(['pending', 'sending', 'parked']).map(({ route, cause }) => [route, cause]),
    journal: s.journal.editCounts(),
    sound: s.db.pragma('integrity_check'),
  }));
  expect({ problems, sound }).toEqual({ problems: [], sound: 'ok' });
  const states = { accepted: dayLength, pending: 0, sending: 0, done: 0, parked: 0, discarded: 0 };
  if (kind === 'edit') expect(journal).toEqual({ ...states, pending: dayLength });
  if (kind === 'push') expect(stuck).toEqual([]);
  if (kind === 'push') expect(journal).toEqual({ ...states, done: dayLength });
  if (kind === 'edit' || kind === 'push') {
    const wrong = Object.entries(left(kind === 'edit' ? desk : hub)).filter(([, count]) => count !== 1);
    expect(wrong, 'things that are there another number of times than once').toEqual([]);
  }
  if (kind === 'edit') return;
  expect(await everything(desk)).toEqual(await everything(hub));
  const unready = desk.ctx.store.read(null, (s) =>
    s.guides.ids().filter((id) => s.media.copies.completeness('guide', id).missing.length > 0),
  );
  expect(unready, 'guides without all their pictures').toEqual([]);
}

interface Ended {
  /** `null` after a kill. */
  code: number | null;
  killedAt: Point | undefined;
  /** Actions that the process reported as done. */
  answered: number;
  stderr: string;
}

async function run(programs: string, args: string[], points: Point[], site: Site): Promise<Ended> {
  const lines = points.map(({ name, about }) => `${name} 1 ${about}`);
  const [program = '', ...rest] = args;
  const child = spawn(process.execPath, [join(programs, program), ...rest], {
    env: {
      ...process.env,
      BENCHSIDE_FAILPOINTS: lines.join('\n'),
      NODE_COMPILE_CACHE: join(programs, 'cache'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const atSite = site.arm(child, points);
  const text = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text.stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text.stderr += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  const index = /failpoint (\d+)\n$/.exec(text.stderr)?.[1];
  const killedAt = code === null ? (atSite.struck ?? points[Number(index)]) : undefined;
  const answered = Number(text.stdout.trim().split('\n').at(-1));
  return { code, killedAt, answered: Number.isNaN(answered) ? 0 : answered, stderr: text.stderr };
}

/** Checks that an answered action exists, and an unanswered one is all there or not at all, as its kill point says. */
function acceptedSince(before: number, dataDir: string, site: string, ended: Ended): number {
  const answered = Math.max(before, ended.answered);
  const desk = testCore({ profile: 'desk', dataDir, site });
  const accepted = desk.ctx.store.read(null, (s) => s.journal.editCounts().accepted);
  void desk.close();
  const { name = 'the end', about = '' } = ended.killedAt ?? {};
  // A view is recorded too, and counts as no edit.
  const isEdit = name === 'after-commit' && !about.includes('/views');
  expect(accepted, `after ${name} ${about}`).toBe(answered + (isEdit ? 1 : 0));
  return accepted;
}

interface Site {
  url: string;
  /** Kills the process when one of its requests reaches one of the points. */
  arm(child: ChildProcess, points: Point[]): { struck: Point | undefined };
  close(): Promise<void>;
}

async function dangerousSite(hub: TestCore, plain: boolean): Promise<Site> {
  const fetch = plain ? thirdParty(hub.fetch) : hub.fetch;
  let strike: (name: string, about: string) => Promise<void> = async () => undefined;
  const server = await listen(
    async (request) => {
      const { pathname, search } = new URL(request.url);
      const about = `${request.method} ${pathname.replace('/api/2.0', '')}${search}`;
      await strike('site-before', about);
      const answer = await fetch(request);
      await strike('site-after', about);
      return answer;
    },
    { host: '127.0.0.1', port: 0 },
  );
  return {
    url: `${server.origin}/api/2.0`,
    arm: (child, points) => {
      const state: { struck: Point | undefined } = { struck: undefined };
      strike = async (name, about) => {
        const point = points.find((one) => one.name === name && new RegExp(one.about).test(about));
        if (!point || state.struck || child.exitCode !== null || child.signalCode !== null) return;
        state.struck = point;
        const gone = once(child, 'exit');
        child.kill('SIGKILL');
        await gone;
      };
      return state;
    },
    close: server.close,
  };
}

/** Binds a desk to a copy of its site at another address. */
async function moveTo(url: string, dataDir: string): Promise<void> {
  await using desk = testCore({ profile: 'desk', dataDir, site: url });
  desk.ctx.store.transact(null, (s) => s.meta.set('site-url', url));
}
