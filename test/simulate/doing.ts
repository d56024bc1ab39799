import { sql } from '../../app/store/sql.ts';
import type { StoredRow } from '../../app/store/sql.ts';
import { Desk } from './desk.ts';
import type { Actor } from './operations/actor.ts';
import type { Listing, Place } from './place.ts';
import type { Random } from './random.ts';
import type { NotificationList } from '../../shared/model/notification.ts';
import { marksIn, noticeKey } from './world.ts';
import type { Edit, Person, World } from './world.ts';

/** A person at a desk, or at the site itself, with their next action. */
export class Doing implements Actor {
  readonly random: Random;
  readonly person: Person;
  private readonly world: World;
  private readonly place: Place;
  private readonly token: string;
  private readonly seen = new Set<string>();
  private notices: NotificationList['results'] = [];

  constructor(world: World, place: Place, person: Person, random: Random) {
    this.world = world;
    this.place = place;
    this.person = person;
    this.random = random;
    this.token = (place instanceof Desk ? place.tokens.get(person.userid) : undefined) ?? person.token;
  }

  /** True if the site is one of ours, with everything that a desk can do. */
  get isOurs(): boolean {
    return this.world.site.hub !== undefined;
  }

  get edition(): number {
    return this.world.edition;
  }

  mark(): string {
    return this.world.mark();
  }

  /** Returns ids of things stored here, to choose one. */
  ids(what: Listing, of?: number): number[] {
    return this.place.ids(what, of);
  }

  /** Makes people meet: chooses the newest things, and those that everyone works on. */
  pick(what: Listing, of?: number): number | undefined {
    const ids = this.ids(what, of);
    const newest = (ids[0] ?? 0) < 0 ? ids[0] : ids.at(-1);
    return this.random.weighted([
      [3, newest],
      [3, ids.find((id) => id > 0)],
      [4, this.random.pick(ids)],
    ]);
  }

  wikiPath(wikiid: number): string | undefined {
    return this.place.wikiPath(wikiid);
  }

  /** Returns the document that the person reads before they edit it; `undefined` if they may not, or it was deleted. */
  async get<T>(path: string): Promise<T | undefined> {
    const { status, text } = await this.place.ask(this.token, `GET ${path}`);
    if (this.place instanceof Desk) this.place.settleViews();
    if (status !== 200) return undefined;
    for (const mark of marksIn(text)) this.seen.add(mark);
    const answer = JSON.parse(text) as T;
    if (path === '/benchside/notifications') this.notices = (answer as NotificationList).results;
    return answer;
  }

  /** Makes the edit. @returns the answer, `undefined` for a refusal */
  async write<T>(route: string, body: unknown, mark?: string): Promise<T | undefined> {
    const { world, place, person } = this;
    const edit: Edit = {
      mark,
      userid: person.userid,
      place: place.name,
      route,
      seen: this.seen,
      time: world.time,
      boot: place instanceof Desk ? place.boot : 0,
    };
    const before = place instanceof Desk ? place.acceptedHere() : 0;
    if (!(place instanceof Desk)) world.direct = edit;
    const asked = world.edition > 8 && place instanceof Desk ? this.asInAnOldWindow(place, route) : route;
    const key = place instanceof Desk ? undefined : this.keyOfClient();
    const { status, text } = await place.ask(this.token, asked, body, key);
    if (place instanceof Desk) place.isRenaming = false;
    // What is missing under its present number, too, was deleted.
    if (asked !== route && status === 404 && (await place.ask(this.token, route, body)).status !== 404)
      world.violation(`${place.name} does not find what it showed as ${asked} before`);
    world.direct = undefined;
    const ok = status >= 200 && status < 300;
    world.note(
      `${place.name}, ${person.username}: ${route} ${body instanceof Uint8Array ? `${body.length} bytes` : JSON.stringify(body)} → ${status}${ok ? '' : ` ${text.slice(0, 150)}`}`,
    );
    this.checkStatus(route, status);
    const made = place instanceof Desk ? place.acceptedHere() - before : Number(ok);
    if (place instanceof Desk) this.checkEntry(place, edit, ok, made);
    else if (key !== undefined) edit.entryid = key;
    if (made > 0) world.edits.push(edit);
    if (ok && route === 'PUT /benchside/notifications/read') {
      const { notificationids } = body as { notificationids: number[] };
      for (const notice of this.notices)
        if (notificationids.includes(notice.notificationid))
          world.readNotices.add(noticeKey(person.userid, notice));
    }
    return ok ? (JSON.parse(text === '' ? 'null' : text) as T) : undefined;
  }

  /** Programs other than desks also send keys with their edits at a hub. */
  private keyOfClient(): string | undefined {
    const { edition, trace } = this.world;
    return edition > 9 && this.isOurs && this.random.chance(0.5) ? `client-${trace.length}` : undefined;
  }

  private asInAnOldWindow(desk: Desk, route: string): string {
    const asked = this.random.chance(0.3) ? desk.underFormerNumbers(route) : route;
    desk.isRenaming = asked !== route && this.random.chance(0.6);
    return asked;
  }

  private checkStatus(route: string, status: number): void {
    const full = this.place instanceof Desk && this.place.diskFull && status === 503;
    if (status >= 500 && !full) this.world.violation(`${this.place.name} answers ${route} with ${status}`);
  }

  private checkEntry(desk: Desk, edit: Edit, ok: boolean, made: number): void {
    desk.edits += made;
    if (made > 1 || (made > 0 && !ok))
      this.world.violation(
        `${desk.name} writes ${made} entries for ${edit.route}, which it ${ok ? 'took' : 'refused'}`,
      );
    if (ok && made === 0 && edit.mark)
      this.world.violation(`${desk.name} takes ${edit.route} and writes nothing into its journal`);
    if (made === 0) return;
    const [entry] = desk.core.ctx.store.read(null, (s) =>
      s.db.all(sql<StoredRow<'journal', 'entryid'>>`SELECT entryid FROM journal
         WHERE operation <> 'POST /benchside/views' ORDER BY sequence DESC LIMIT 1`),
    );
    if (entry) edit.entryid = entry.entryid;
  }
}
