import type { Device, DeviceReport } from '../../../shared/model/device.ts';
import { sql } from '../sql.ts';
import type { StoreReader, StoreWriter } from '../aggregates.ts';

interface DeviceRow {
  deviceid: string;
  reported_date: number;
  used_date: number | null;
  body: string;
}

/** Caps the device list; a client that invents device ids evicts the least recently seen one. */
const kept = 5_000;

/** Desks of this hub, as they report themselves. */
export class DeviceReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  /** Returns all devices by name. */
  list(): Device[] {
    return this.s.db
      .all(sql<DeviceRow>`SELECT d.deviceid, d.reported_date, d.body, t.used_date FROM device d
         LEFT JOIN session t ON t.token_hash = d.token_hash`)
      .map((row) => this.deviceOf(row))
      .sort((a, b) => a.name.localeCompare(b.name) || (a.deviceid < b.deviceid ? -1 : 1));
  }

  /** `seen_date` counts every use of the desk's token: a sync may use it without reporting anything. */
  private deviceOf({ deviceid, reported_date, used_date, body }: DeviceRow): Device {
    const report = JSON.parse(body) as DeviceReport;
    return {
      ...report,
      deviceid,
      people: report.people.map((one) => ({ ...one, username: this.s.users.username(one.userid) })),
      reported_date,
      seen_date: Math.max(reported_date, used_date ?? 0),
    };
  }
}

export class DeviceWriter extends DeviceReader {
  declare protected readonly s: StoreWriter;

  put(deviceid: string, report: DeviceReport, tokenHash: string): void {
    this.s.db.run(sql`INSERT INTO device (deviceid, name, reported_date, token_hash, body)
       VALUES (${deviceid}, ${report.name}, ${this.s.now}, ${tokenHash}, ${JSON.stringify(report)})
       ON CONFLICT (deviceid) DO UPDATE SET name = excluded.name, reported_date = excluded.reported_date,
         token_hash = excluded.token_hash, body = excluded.body`);
    this.s.db.run(sql`DELETE FROM device WHERE deviceid IN (
         SELECT deviceid FROM device ORDER BY reported_date DESC LIMIT -1 OFFSET ${kept})`);
  }

  /** @returns whether the device was known */
  forget(deviceid: string): boolean {
    return this.s.db.run(sql`DELETE FROM device WHERE deviceid = ${deviceid}`).changes === 1;
  }
}
