import { createHash, randomUUID } from 'node:crypto';

import { limits } from '../../shared/limits.ts';
import type { LockCheck } from '../../shared/lock-check.ts';
import type { DeviceReport } from '../../shared/model/device.ts';
import { givenDeskName } from '../../shared/model/device.ts';
import { plainName } from '../../shared/plain-name.ts';
import { givenNameKey, settingsOf } from '../store/desk-settings.ts';
import type { ReplicaReader } from '../replica/replica.ts';
import { readinessOf } from '../replica/desk-reports/readiness.ts';
import { allPeople } from '../replica/desk-people/people.ts';
import { hashToken } from '../hash-token.ts';
import { version } from '../version.ts';
import { RemoteError } from './remote.ts';
import type { Round } from './round.ts';

/** Seconds until `ready` is counted again. Counting reads every guide, which takes longer than a small round. */
const countAgainAfter = 600;

/** Seconds after which an unchanged report is sent again, for a hub that was restored meanwhile. */
const tellAgainAfter = 6 * 3600;

/**
 * Reports to the hub what waits at this desk (SPEC G7), with one request, if that has changed. A failure does not change how the
 * round ended.
 */
export async function reportDevice(round: Round, ended: DeviceReport['round']): Promise<void> {
  const { store, remote, people, refusedNow, clock, log, counts } = round;
  const reader = people.find(({ userid }) => !refusedNow.has(userid));
  if (!round.hub || !reader || round.stopped() || ended.outcome === 'unreachable') return;
  try {
    const last = store.read(null, (s) => s.deskState.get('deviceReport'));
    const changed = Object.values(counts).some((count) => count > 0);
    const isDue = !last || clock.now() - last.date > tellAgainAfter;
    const stale = changed || last?.stale === true;
    const isCounted = isDue || (stale && clock.now() - last.counted > countAgainAfter);
    const ready = isCounted ? await countReady(round, reader.userid) : last.ready;
    const counted = isCounted ? clock.now() : last.counted;
    const told = { ready, counted, stale: stale && !isCounted };
    const tokens = new Map(people.map(({ userid, token }) => [userid, hashToken(token)]));
    const report = store.read(null, (s) => reportOf(s, { round: ended, ready }, tokens));
    const digest = createHash('sha256')
      .update(JSON.stringify([reader.userid, report]))
      .digest('base64url');
    if (!isDue && last.digest === digest) {
      if (told.stale !== last.stale) store.note((s) => s.deskState.set('deviceReport', { ...last, ...told }));
      return;
    }
    const { status, body } = await remote.send({
      method: 'PUT',
      path: `/benchside/devices/${deviceidOf(round)}`,
      token: reader.token,
      key: randomUUID(),
      body: { json: bySiteClock(report, remote.ahead) },
    });
    // An older hub has no device list; the report is tried again later.
    if (status >= 400) log.info({ status }, 'the hub refused the report of this desk');
    // Hubs of earlier versions answer with nothing.
    const given = givenDeskName.safeParse(body);
    store.note((s) => {
      s.deskState.set('deviceReport', { digest, date: clock.now(), ...told });
      if (given.success) s.meta.set(givenNameKey, given.data.name);
    });
  } catch (error) {
    if (error instanceof RemoteError)
      log.info({ err: error }, 'the report of this desk did not reach the hub');
    else log.error({ err: error }, 'the report of this desk could not be made');
  }
}

function reportOf(
  s: ReplicaReader,
  told: Pick<DeviceReport, 'round' | 'ready'>,
  tokens: ReadonlyMap<number, string>,
): DeviceReport {
  const waiting = new Map(s.journal.waiting().map((one) => [one.userid, one]));
  const nothing = { pending: 0, sending: 0, parked: 0, conflicts: 0, oldest_date: null };
  for (const { userid } of allPeople(s)) {
    if (!waiting.has(userid)) waiting.set(userid, { userid, ...nothing });
  }
  return {
    // A hub refuses other names; an older version of this desk may have stored one.
    name: plainName(settingsOf(s).deskName).trim() || 'desk',
    version,
    system: `${systems[process.platform] ?? process.platform} ${process.arch}`,
    people: [...waiting.values()]
      .sort((a, b) => Number(b.oldest_date !== null) - Number(a.oldest_date !== null) || a.userid - b.userid)
      .slice(0, limits.device.people.max)
      .map((one) => ({ ...one, token: tokens.get(one.userid) })),
    round: { ...told.round, message: told.round.message?.slice(0, limits.answer.message.max) ?? null },
    ready: told.ready,
    kiosk: kioskOf(s),
  };
}

function kioskOf(s: ReplicaReader): DeviceReport['kiosk'] {
  if (!settingsOf(s).kiosk.on) return null;
  const check = s.meta.get<LockCheck>('lock-check');
  if (!check) return { locked: false, open: [] };
  const open = check.findings.filter(({ state }) => state !== 'closed').map(({ part }) => part);
  return { locked: check.locked, open };
}

const systems: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'Linux',
  darwin: 'macOS',
  win32: 'Windows',
};

const bySiteClock = (report: DeviceReport, ahead: number): DeviceReport => ({
  ...report,
  people: report.people.map((one) => ({
    ...one,
    oldest_date: one.oldest_date === null ? null : Math.round(one.oldest_date + ahead),
  })),
});

async function countReady({ store }: Round, userid: number): Promise<DeviceReport['ready']> {
  const viewer = store.read(null, (s) => s.users.actor(userid));
  const { guides, ready } = await readinessOf(store, viewer, 1);
  return { guides, ready };
}

/** Returns the id with which this desk reports. It is a secret of the desk (SPEC G7.3). */
function deviceidOf({ store }: Round): string {
  const known = store.read(null, (s) => s.meta.get<string>('deviceid'));
  const deviceid = known ?? randomUUID();
  if (known === undefined) store.note((s) => s.meta.set('deviceid', deviceid));
  return deviceid;
}
