import { rmSync } from 'node:fs';

import { sql } from '../../app/store/sql.ts';
import type { TransportRequest } from '../../app/sync/transport.ts';
import type { Notification } from '../../shared/model/notification.ts';
import type { Role } from '../../app/store/actor.ts';
import type { BundleNews } from './check-roads.ts';
import type { Desk } from './desk.ts';
import type { Random } from './random.ts';
import type { Site } from './site.ts';

export interface Person {
  userid: number;
  username: string;
  role: Role;
  /** The token of a sign-in at the site itself, which nothing ends. */
  token: string;
}

/** An action of a person at some place. */
export interface Edit {
  /** A text that occurs nowhere else, in the written content. */
  mark: string | undefined;
  userid: number;
  place: string;
  route: string;
  /** Marks in the content that the person saw when they acted or decided. */
  seen: Set<string>;
  /** UNIX seconds, by the right clock; and the number of starts of the machine. */
  time: number;
  boot: number;
  /** The entry in the journal of its desk. */
  entryid?: string;
}

/** Names a notification; a restored hub gives its id again. */
export const noticeKey = (userid: number, { notificationid, date }: Notice): string =>
  `${userid} ${notificationid} ${date}`;

type Notice = Pick<Notification, 'notificationid' | 'date'>;

/** State that the parts of an episode share. */
export class World {
  /** UNIX seconds; the site's clock is right. */
  time = 1_750_000_000;
  readonly folder: string;
  readonly people: readonly Person[];
  readonly desks: Desk[] = [];
  readonly edits: Edit[] = [];
  /** Requests that are still under way though nobody waits for their answer. */
  late: TransportRequest[] = [];
  readonly trace: string[] = [];
  /** Violations, in words. */
  readonly wrong: string[] = [];
  /** Journals on sticks. */
  readonly sticks: { file: string; from: Desk }[] = [];
  /** Bundles of the hub, oldest first. */
  readonly bundles: string[] = [];
  /** What each bundle says about edits. */
  readonly news = new Map<string, BundleNews>();
  /** Marks of content that may be on the site twice: recreated steps, and content that a restored hub had lost. */
  readonly putBack = new Set<string>();
  /**
   * Marks that a person saw when they decided about an entry, as "entry mark". An entry that makes again what a restored hub has lost records
   * no action of its own.
   */
  readonly decidedOn = new Set<string>();
  /** Notifications that their people have read, as `noticeKey` names them. */
  readonly readNotices = new Set<string>();
  /** True as soon as a person has discarded an edit, maybe by a decision for the site's version. */
  hasDiscards = false;
  /** True as soon as a person has recreated what others deleted or hid. */
  hasRecreated = false;
  /** See `plan.ts`. */
  edition = 1;
  /** The generator that chooses the reads to compare when everything is at rest; without it all are compared. */
  sample: Random | undefined;
  /** The edit that a person makes at the site itself right now. */
  direct: Edit | undefined;
  private given: Site | undefined;
  private marks = 0;

  constructor(folder: string, people: readonly Person[]) {
    this.folder = folder;
    this.people = people;
  }

  get site(): Site {
    if (!this.given) throw new Error('the world has no site yet');
    return this.given;
  }

  set site(site: Site) {
    this.given = site;
  }

  pass(seconds: number): void {
    this.time += seconds;
  }

  note(line: string): void {
    this.trace.push(line);
  }

  violation(text: string): void {
    if (this.wrong.length < 20) this.wrong.push(text);
    this.note(`!!! ${text}`);
  }

  /**
   * Returns the action that an entry of a journal records. An entry that names what a restored hub has lost is replaced by one with another
   * key, which has the clock readings of the first.
   */
  editOf(entryid: string): Edit | undefined {
    const find = (key: string): Edit | undefined => this.edits.find((one) => one.entryid === key);
    const replaced = ({ core }: Desk): { entryid: string }[] =>
      core.ctx.store.read(null, (s) =>
        s.db.all(sql<{ entryid: string }>`SELECT old.entryid FROM journal fresh
           JOIN journal old USING (userid, operation, boot_id, monotonic_clock) WHERE fresh.entryid = ${entryid}`),
      );
    return (
      find(entryid) ??
      this.desks
        .flatMap(replaced)
        .map((old) => find(old.entryid))
        .find(Boolean)
    );
  }

  mark(): string {
    this.marks += 1;
    return `zq${this.marks}x`;
  }

  async close(): Promise<void> {
    for (const desk of this.desks) await desk.close();
    await this.site.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Returns all marks in a text. */
export const marksIn = (text: string): string[] => text.match(/zq\d+x/g) ?? [];
