import type { BadgeHolder } from '../../../shared/model/admin.ts';
import type { EarnedBadge } from '../../../shared/model/badge.ts';
import { badgeRules, pointsFor, timesEarned } from '../../content/badge-rules.ts';
import type { BadgeRule, BadgeType, Counter } from '../../content/badge-rules.ts';
import type { Actor } from '../actor.ts';
import type { FeedWriter } from '../feed/feed.ts';
import { sql } from '../sql.ts';
import type { StoredRow } from '../sql.ts';
import type { StoreReader, StoreWriter } from '../aggregates.ts';
import { countersOf, creditedTo, isCounted } from './counters.ts';
import type { Touched } from './counters.ts';

interface EarnedRow {
  badgeid: number;
  times: number;
  date: number;
}

const colors: Readonly<Record<BadgeType, string>> = { bronze: '#a8693a', silver: '#8a949e', gold: '#c9971c' };

type Holders = StoredRow<'badge'>;

const holdersAtHub = sql<Holders>`SELECT badgeid, num_users FROM badge`;
const holdersAtDesk = sql<Holders>`SELECT each.value ->> '$.badge.badgeid' AS badgeid, count(*) AS num_users
  FROM badge_remote, json_each(badge_remote.body) AS each
  WHERE each.value ->> '$.earned' GROUP BY badgeid`;

/** Badges: computed by our own rules on a hub, taken from the site on a desk. */
export class AwardReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  /** Returns all badges, templated: earned ones first, the newest of them first. A desk of a third-party site knows those of its own people. */
  list(userid: number, category?: string): EarnedBadge[] {
    const all = this.s.meta.hasForeignRules ? this.remote(userid) : this.own(userid);
    return category === undefined
      ? all
      : all.filter(({ badge }) => badge.category.toLowerCase() === category.toLowerCase());
  }

  /** Returns the number of badges by type; a badge counts each time it was earned. */
  counts(userid: number): Record<BadgeType | 'total', number> {
    const counts = { bronze: 0, silver: 0, gold: 0, total: 0 };
    const earned: { type: BadgeType; times: number }[] = this.s.meta.isDesk
      ? this.remote(userid).map(({ times_earned, badge: { type } }) => ({ type, times: times_earned }))
      : [...this.earned(userid)].flatMap(([badgeid, { times }]) => {
          const rule = badgeRules.find((rule) => rule.badgeid === badgeid);
          return rule ? [{ type: rule.type, times }] : [];
        });
    for (const { type, times } of earned) {
      counts[type] += times;
      counts.total += times;
    }
    return counts;
  }

  /** Returns people who earned a badge on this hub, most recent first. */
  holders(badgeid: number, { limit, offset }: { limit: number; offset: number }): BadgeHolder[] {
    return this.s.db.all(sql<BadgeHolder>`SELECT b.userid, u.username, b.times, b.date
       FROM badge_earned b JOIN account u ON u.userid = b.userid
       WHERE b.badgeid = ${badgeid} AND u.deleted = 0
       ORDER BY b.date DESC, b.userid LIMIT ${limit} OFFSET ${offset}`);
  }

  protected earned(userid: number): Map<number, EarnedRow> {
    const rows = this.s.db.all(sql<EarnedRow>`SELECT badgeid, times, date FROM badge_earned
       WHERE userid = ${userid}`);
    return new Map(rows.map((row) => [row.badgeid, row]));
  }

  private own(userid: number): EarnedBadge[] {
    const { isDesk } = this.s.meta;
    const told = isDesk ? this.remote(userid).filter(({ earned }) => earned) : [];
    const earned = isDesk
      ? new Map(
          told.map(({ badge: { badgeid }, times_earned, date }): [number, EarnedRow] => [
            badgeid,
            { badgeid, times: times_earned, date: date ?? 0 },
          ]),
        )
      : this.earned(userid);
    const holders = new Map(
      this.s.db.all(isDesk ? holdersAtDesk : holdersAtHub).map((row) => [row.badgeid, row.num_users]),
    );
    const known = badgeRules.map((rule) =>
      earnedBadge(rule, earned.get(rule.badgeid), holders.get(rule.badgeid) ?? 0),
    );
    // A newer hub may have badges that this desk does not know.
    const others = told.filter(({ badge }) => badgeRules.every(({ badgeid }) => badgeid !== badge.badgeid));
    return [...known, ...others].sort((a, b) => (b.date ?? 0) - (a.date ?? 0));
  }

  private remote(userid: number): EarnedBadge[] {
    const row = this.s.db.one(sql<StoredRow<'badge_remote', 'body'>>`SELECT body FROM badge_remote
       WHERE userid = ${userid}`);
    return row ? (JSON.parse(row.body) as EarnedBadge[]) : [];
  }
}

export class BadgeWriter extends AwardReader {
  declare protected readonly s: StoreWriter;
  /** The people who made the edits of this transaction. */
  private readonly editors: Set<number>;

  constructor(s: StoreWriter) {
    super(s);
    this.editors = new Set(s.viewer ? [s.viewer.userid] : []);
  }

  /** Counts an edit that another writer made in this transaction, and what it touched. */
  addEdit({ userid }: Actor, touched: FeedWriter['touched']): void {
    this.editors.add(userid);
    this.s.feed.touched.push(...touched);
  }

  /**
   * Hub: updates reputation and badges of everyone whose work this transaction changed. `committed` reads the store as
   * it was before.
   *
   * Writes without a person (fixtures, imports) earn nothing at once: they count with the person's next change here.
   * Fixtures state reputations.
   */
  settle(committed: <T>(fn: (s: StoreReader) => T) => T): void {
    const touched = this.s.feed.touched.filter(isCounted);
    if (this.editors.size === 0 || touched.length === 0 || this.s.meta.isDesk) return;
    const people = this.affected(touched, committed);
    const before = committed((s) => people.map((userid) => pointsFor(countersOf(s, userid))));
    for (const [index, userid] of people.entries()) {
      const counts = countersOf(this.s, userid);
      const gained = pointsFor(counts) - (before[index] ?? 0);
      this.s.db.run(sql`UPDATE account SET reputation = max(0, reputation + ${gained})
         WHERE userid = ${userid}`);
      if (this.award(userid, counts) || gained !== 0) this.s.feed.record('user', userid);
    }
  }

  /** Desk: stores a user's badges as the site answers them; templated. */
  putRemote(userid: number, badges: readonly EarnedBadge[]): void {
    this.s.db.run(sql`INSERT INTO badge_remote (userid, body) VALUES (${userid}, ${JSON.stringify(badges)})
       ON CONFLICT (userid) DO UPDATE SET body = excluded.body`);
  }

  /** Returns the userids of the people who made the changes and of those whose counts these raised or lowered. */
  private affected(touched: readonly Touched[], committed: <T>(fn: (s: StoreReader) => T) => T): number[] {
    const earlier = committed((s) => creditedTo(s, touched));
    const moved = creditedTo(this.s, touched).flatMap((now, index) =>
      now === earlier[index] ? [] : [now, earlier[index]],
    );
    const lists = touched.filter(({ kind }) => kind === 'completions').map(({ id }) => id);
    const people = new Set([...this.editors, ...lists, ...moved].filter((one) => one !== undefined));
    return [...people].filter((one) => this.s.users.row(one) !== undefined);
  }

  /** Awards badges that are due. An earned badge stays when the count falls again. */
  private award(userid: number, counts: Record<Counter, number>): boolean {
    const earned = this.earned(userid);
    const due = badgeRules
      .map(({ badgeid, ...rule }) => ({
        badgeid,
        before: earned.get(badgeid)?.times ?? 0,
        times: timesEarned({ badgeid, ...rule }, counts[rule.counter]),
      }))
      .filter(({ before, times }) => times > before);
    for (const { badgeid, before, times } of due) {
      this.s.db.run(sql`INSERT INTO badge_earned (userid, badgeid, times, date)
         VALUES (${userid}, ${badgeid}, ${times}, ${Math.floor(this.s.now)})
         ON CONFLICT (userid, badgeid) DO UPDATE SET times = excluded.times, date = excluded.date`);
      if (before === 0) {
        this.s.db.run(sql`INSERT INTO badge (badgeid, num_users) VALUES (${badgeid}, 1)
           ON CONFLICT (badgeid) DO UPDATE SET num_users = num_users + 1`);
      }
    }
    return due.length > 0;
  }
}

function earnedBadge(rule: BadgeRule, earned: EarnedRow | undefined, num_users: number): EarnedBadge {
  const { badgeid, name, type, category, description, multiple, icon } = rule;
  return {
    earned: earned !== undefined,
    times_earned: earned?.times ?? 0,
    date: earned?.date ?? null,
    badge: {
      badgeid,
      name,
      type,
      category,
      description,
      multiple,
      num_users,
      icon,
      image: null,
      secondary_color: colors[type],
    },
  };
}
