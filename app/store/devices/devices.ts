import { createHash } from 'node:crypto';

import { limits } from '../../../shared/limits.ts';
import type { Device, DeviceReport } from '../../../shared/model/device.ts';
import { listOf, sql } from '../sql.ts';
import type { StoredRow } from '../sql.ts';
import type { ReadAccess, WriteAccess } from '../access.ts';

type DeviceRow = StoredRow<'device', 'deviceid' | 'reported_date' | 'body' | 'given_name'> & {
  used_date: number | null;
};

export interface DeviceTotals {
  desks: number;
  /** Desks that were seen since the given time. */
  recent: number;
  /** Edits that wait at all desks. */
  waiting: number;
}

interface Reporter {
  userid: number;
  tokenHash: string;
}

/** Desks of this hub, as they report themselves. */
export class DeviceReader {
  protected readonly s: ReadAccess;

  constructor(s: ReadAccess) {
    this.s = s;
  }

  /** Returns all devices by name. */
  list(): Device[] {
    const devices = this.s.db
      .all(sql<DeviceRow>`SELECT d.deviceid, d.reported_date, d.body, d.given_name, t.used_date FROM device d
         LEFT JOIN session t ON t.token_hash = d.token_hash`)
      .map(({ body, ...row }) => ({ ...row, report: JSON.parse(body) as DeviceReport }));
    const userids = new Set(devices.flatMap(({ report }) => report.people.map(({ userid }) => userid)));
    const accounts = this.s.db.all(sql<StoredRow<'account', 'userid' | 'username'>>`SELECT userid, username
       FROM account WHERE userid IN ${listOf([...userids])}`);
    const names = new Map(accounts.map(({ userid, username }) => [userid, username]));
    return devices
      .map(({ deviceid, reported_date, used_date, given_name, report }) => ({
        ...report,
        deviceid,
        name: given_name ?? report.name,
        own_name: given_name === null ? null : report.name,
        people: report.people.map(({ token: _, ...one }) => ({
          ...one,
          username: names.get(one.userid) ?? '',
        })),
        reported_date,
        // A sync may use the desk's token without reporting anything.
        seen_date: Math.max(reported_date, used_date ?? 0),
      }))
      .sort((a, b) => a.name.localeCompare(b.name) || (a.deviceid < b.deviceid ? -1 : 1));
  }

  /** Returns the names of the desks at which a person is signed in, by the hash of the token. */
  namesByToken(userid: number): Map<string, string> {
    const rows = this.s.db.all(sql<{ name: string; token: string }>`
       SELECT coalesce(d.given_name, d.name) AS name, p.value ->> 'token' AS token
       FROM device d, json_each(d.body, '$.people') p
       WHERE p.value ->> 'userid' = ${userid} AND p.value ->> 'token' IS NOT NULL
       UNION ALL SELECT coalesce(given_name, name), token_hash FROM device WHERE userid = ${userid}`);
    return new Map(rows.map(({ name, token }) => [token, name]));
  }

  /** @param since UNIX seconds */
  totals(since: number): DeviceTotals {
    return (
      this.s.db.one(sql<DeviceTotals>`SELECT count(*) AS desks,
         coalesce(sum(max(d.reported_date, coalesce(t.used_date, 0)) > ${since}), 0) AS recent,
         total(d.waiting) AS waiting
       FROM device d LEFT JOIN session t ON t.token_hash = d.token_hash`) ?? {
        desks: 0,
        recent: 0,
        waiting: 0,
      }
    );
  }
}

export class DeviceWriter extends DeviceReader {
  declare protected readonly s: WriteAccess;

  /** @param secret the id that the desk sends. Only its hash is stored and shown, so that nobody else can report for this desk */
  put(secret: string, report: DeviceReport, { userid, tokenHash }: Reporter): string | null {
    const waiting = report.people.reduce((sum, one) => sum + one.pending + one.sending + one.parked, 0);
    const deviceid = hashed(secret);
    const known = this.s.db.one(
      sql<StoredRow<'device', 'given_name'>>`SELECT given_name FROM device WHERE deviceid = ${deviceid}`,
    );
    this.s.db.run(sql`DELETE FROM device WHERE deviceid = ${secret} AND userid IS NULL`);
    this.s.db.run(sql`INSERT INTO device (deviceid, name, reported_date, token_hash, body, userid, waiting)
       VALUES (${deviceid}, ${report.name}, ${this.s.now}, ${tokenHash}, ${JSON.stringify(report)},
         ${userid}, ${waiting})
       ON CONFLICT (deviceid) DO UPDATE SET name = excluded.name, reported_date = excluded.reported_date,
         token_hash = excluded.token_hash, body = excluded.body, userid = excluded.userid,
         waiting = excluded.waiting`);
    // This reads the whole list.
    if (!known) this.removeExcess();
    return known?.given_name ?? null;
  }

  /** Gives a desk a name, or with null that which it reports. @returns whether the device was known */
  rename(deviceid: string, name: string | null): boolean {
    return (
      this.s.db.run(sql`UPDATE device SET given_name = ${name} WHERE deviceid = ${deviceid}`).changes === 1
    );
  }

  /** @returns whether the device was known */
  forget(deviceid: string): boolean {
    return this.s.db.run(sql`DELETE FROM device WHERE deviceid = ${deviceid}`).changes === 1;
  }

  /** Removes first the desks of the accounts that report most of them: invented ones displace no desk of others. */
  private removeExcess(): void {
    const { perPerson, count, bytes } = limits.device;
    this.s.db.run(sql`DELETE FROM device WHERE deviceid IN (
       SELECT deviceid FROM (
         SELECT deviceid, place, row_number() OVER kept AS number, sum(octet_length(body)) OVER kept AS size
         FROM (
           SELECT deviceid, body, reported_date, row_number() OVER (
             PARTITION BY coalesce(userid, deviceid) ORDER BY reported_date DESC, deviceid) AS place
           FROM device)
         WINDOW kept AS (ORDER BY place, reported_date DESC, deviceid))
       WHERE place > ${perPerson.max} OR number > ${count.max} OR size > ${bytes.max})`);
  }
}

/** Returns a hash in the form of a UUID. */
const hashed = (secret: string): string =>
  createHash('sha256')
    .update(secret)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
