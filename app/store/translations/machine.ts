import { AppError } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { sql } from '../sql.ts';
import type { ReadAccess, WriteAccess } from '../access.ts';

/** Characters sent to the service on one day. */
interface Spent {
  /** Days since 1970, in UTC. */
  day: number;
  site: number;
  people: Record<string, number>;
}

const daySeconds = 24 * 3600;

/**
 * Cache of machine translations by a hash of the whole request. Glossary terms are inserted after reading, so changing
 * the glossary invalidates nothing.
 */
export class MachineReader {
  protected readonly s: ReadAccess;

  constructor(s: ReadAccess) {
    this.s = s;
  }

  /** Returns the cached texts among these hashes. */
  known(hashes: readonly string[]): Map<string, string> {
    const rows = this.s.db.all(
      sql<{
        hash: string;
        text: string;
      }>`SELECT m.hash, m.text FROM json_each(${JSON.stringify(hashes)}) h JOIN machine_translation m ON m.hash = h.value`,
    );
    return new Map(rows.map(({ hash, text }) => [hash, text]));
  }
}

export class MachineWriter extends MachineReader {
  declare protected readonly s: WriteAccess;

  /**
   * Counts characters against today's budgets; a negative number refunds.
   *
   * @throws AppError `unavailable` if that exceeds the person's or the site's budget
   */
  spend(userid: number, characters: number): void {
    const day = Math.floor(this.s.now / daySeconds);
    const before = this.s.meta.get<Spent>('translated');
    const spent = before?.day === day ? before : { day, site: 0, people: {} };
    const site = Math.max(0, spent.site + characters);
    const person = Math.max(0, (spent.people[userid] ?? 0) + characters);
    const { person: mostOfPerson, site: mostOfSite } = limits.translation;
    if (characters > 0 && (person > mostOfPerson.max || site > mostOfSite.max)) {
      const message =
        person > mostOfPerson.max
          ? 'You have reached your daily limit of machine translation. Try again tomorrow.'
          : 'This hub has reached its daily limit of machine translation. Try again tomorrow.';
      throw new AppError('unavailable', message, {
        retryAfter: Math.ceil((day + 1) * daySeconds - this.s.now),
      });
    }
    this.s.meta.set('translated', { day, site, people: { ...spent.people, [userid]: person } });
  }

  keep(answers: ReadonlyMap<string, string>): void {
    for (const [hash, text] of answers) {
      this.s.db.run(sql`INSERT INTO machine_translation (hash, text)
         VALUES (${hash}, ${text})
         ON CONFLICT (hash) DO UPDATE
         SET text = excluded.text`);
    }
    this.s.db.run(sql`DELETE FROM machine_translation
       WHERE number <= (SELECT max(number) FROM machine_translation) - ${limits.translation.kept.max}`);
  }
}
