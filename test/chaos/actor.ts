import type { Comment } from '../../shared/model/comment.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import type { Actor } from '../simulate/operations/actor.ts';
import type { Listing } from '../simulate/place.ts';
import type { Random } from '../simulate/random.ts';
import { ask, read } from './http.ts';
import type { ChaosPerson } from './people.ts';
import type { ChaosWorld } from './world.ts';

/** A place where a person works, and their identity there. */
export interface Seat {
  readonly name: string;
  readonly api: string;
  readonly token: string;
}

/** A person who uses the API of a running desk or hub, as any client would. */
export class HttpActor implements Actor {
  readonly random: Random;
  readonly person: Actor['person'];
  readonly isOurs = true;
  readonly edition = 1000;
  private readonly world: ChaosWorld;
  private readonly seat: Seat;
  private readonly lists = new Map<Listing, number[]>();
  private readonly wikiPaths = new Map<number, string>();
  private readonly steps = new Map<number, number[]>();

  private constructor(world: ChaosWorld, seat: Seat, person: ChaosPerson, random: Random) {
    this.world = world;
    this.seat = seat;
    this.random = random;
    this.person = { ...person, userid: world.userid(person) };
  }

  /** Reads the lists from which people choose. */
  static async at(world: ChaosWorld, seat: Seat, person: ChaosPerson, random: Random): Promise<HttpActor> {
    const actor = new HttpActor(world, seat, person, random);
    await actor.readLists();
    return actor;
  }

  mark(): string {
    return this.world.mark();
  }

  ids(what: Listing, of?: number): number[] {
    return what === 'step' ? (this.steps.get(of ?? 0) ?? []) : (this.lists.get(what) ?? []);
  }

  pick(what: Listing, of?: number): number | undefined {
    const ids = this.ids(what, of);
    return this.random.weighted([
      [3, ids.at(-1)],
      [3, ids[0]],
      [4, this.random.pick(ids)],
    ]);
  }

  wikiPath(wikiid: number): string | undefined {
    return this.wikiPaths.get(wikiid);
  }

  async get<T>(path: string): Promise<T | undefined> {
    const answer = await read<T>(this.seat.api, this.seat.token, path);
    const guideid = /^\/guides\/(-?\d+)$/.exec(path)?.[1];
    if (guideid !== undefined && answer !== undefined)
      this.steps.set(
        Number(guideid),
        (answer as unknown as Guide).steps.map(({ stepid }) => stepid),
      );
    return answer;
  }

  async write<T>(route: string, body: unknown, mark?: string): Promise<T | undefined> {
    const { world, seat, person } = this;
    const { status, text } = await ask(seat.api, seat.token, route, body);
    const ok = status >= 200 && status < 300;
    const sent = body instanceof Uint8Array ? `${body.length} bytes` : (JSON.stringify(body) ?? '');
    world.note(
      `${seat.name}, ${person.username}: ${route} ${sent} → ${status}${ok ? '' : ` ${text.slice(0, 160)}`}`,
    );
    if (status >= 500 && status !== 503)
      world.reportViolation(`${seat.name} answers ${route} with ${status}: ${text.slice(0, 300)}`);
    if (ok) world.accepted.push({ mark, place: seat.name, person: person.username, route });
    return ok ? (JSON.parse(text === '' ? 'null' : text) as T) : undefined;
  }

  private async readLists(): Promise<void> {
    const { userid } = this.person;
    const [guides, own, wikis, comments, runs, releases, teams, users] = await Promise.all([
      this.list<{ guideid: number }[]>('/guides?limit=200'),
      this.list<{ guideid: number }[]>('/user/guides?limit=200'),
      Promise.all(
        ['WIKI', 'CATEGORY', 'ITEM'].map((one) =>
          this.list<{ wikiid: number | null; namespace: string; title: string }[]>(`/wikis/${one}?limit=200`),
        ),
      ),
      this.list<Comment[]>('/comments?limit=200'),
      this.list<{ results: WorkLogEntry[] }>('/work_log?limit=200'),
      this.list<{ releases: { releaseid: number }[] }>('/guides/releases?limit=200'),
      this.list<{ teamid: number }[]>('/teams?limit=200'),
      this.list<{ userid: number }[]>('/users?limit=200'),
    ]);
    const guideids = [...(guides ?? []), ...(own ?? [])].map(({ guideid }) => guideid);
    this.lists.set(
      'guide',
      [...new Set(guideids)].sort((a, b) => Math.abs(a) - Math.abs(b)),
    );
    for (const { wikiid, namespace, title } of wikis.flatMap((list) => list ?? []))
      if (wikiid !== null) this.wikiPaths.set(wikiid, `/wikis/${namespace}/${encodeURIComponent(title)}`);
    this.lists.set('wiki', [...this.wikiPaths.keys()]);
    this.lists.set(
      'comment',
      (comments ?? []).filter(({ author }) => author.userid === userid).map(({ commentid }) => commentid),
    );
    const open = (runs?.results ?? []).filter(({ status }) => status === 'started' || status === 'paused');
    this.lists.set(
      'run',
      open.filter((run) => run.userid === userid).map(({ entryid }) => entryid),
    );
    this.lists.set(
      'suspended run',
      (runs?.results ?? []).filter(({ status }) => status === 'suspended').map(({ entryid }) => entryid),
    );
    this.lists.set(
      'release',
      (releases?.releases ?? []).map(({ releaseid }) => releaseid),
    );
    this.lists.set(
      'team',
      (teams ?? []).map(({ teamid }) => teamid),
    );
    this.lists.set(
      'user',
      (users ?? []).map((user) => user.userid),
    );
  }

  private list<T>(path: string): Promise<T | undefined> {
    return read<T>(this.seat.api, this.seat.token, path);
  }
}
