import { forbidden, notFound } from '../../../shared/errors.ts';
import type { GuideTeams } from '../../../shared/model/team.ts';
import { isAdmin } from '../actor.ts';
import type { GuideRow } from '../guides/reader.ts';
import { recordAll } from '../guides/record-belongings.ts';
import { sql } from '../sql.ts';
import type { StoreReader, StoreWriter } from '../aggregates.ts';

export type CollaboratorKind = 'user' | 'team';

export interface Collaborators {
  users: readonly number[];
  teams: readonly number[];
}

/** Users and teams attached to a guide: they see and edit it while it is private. */
export class CollaboratorReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  /** Returns userids or teamids, ascending. */
  ids(guideid: number, kind: CollaboratorKind): number[] {
    return this.s.db
      .all(sql<{ id: number }>`SELECT id FROM collaborator
         WHERE guideid = ${guideid} AND kind = ${kind}
         ORDER BY id`)
      .map((row) => row.id);
  }

  /** Returns summaries of the users as one templated JSON text. */
  usersText(guideid: number): string {
    return `[${this.ids(guideid, 'user')
      .map((userid) => this.s.users.summaryText(userid))
      .join(',')}]`;
  }

  /** Returns the teams and the viewer's rights on the guide (CONTRACT 4.12); templated. */
  teams(row: GuideRow): GuideTeams {
    const mayEdit = this.s.guides.mayEdit(row);
    return {
      guideTeams: this.ids(row.guideid, 'team')
        .map((teamid) => this.s.teams.stored(teamid))
        .filter((team) => team !== undefined)
        .map((team) => this.s.teams.team(team)),
      canIViewGuide: this.s.guides.isVisible(row),
      canIEditGuide: mayEdit,
      canIChangeGuidePrivacy: mayEdit,
    };
  }

  /** Returns the feed's document (ids only); undefined if the viewer may not see the guide. */
  feedText(guideid: number): string | undefined {
    const row = this.s.guides.row(guideid);
    if (!row || !this.s.guides.isVisible(row)) return undefined;
    return JSON.stringify({ users: this.ids(guideid, 'user'), teams: this.ids(guideid, 'team') });
  }

  /** Returns the ids of guides that a user or team is attached to. */
  guidesOf(kind: CollaboratorKind, id: number): number[] {
    return this.s.db
      .all(sql<{ guideid: number }>`SELECT guideid FROM collaborator
         WHERE kind = ${kind} AND id = ${id}
         ORDER BY guideid`)
      .map((row) => row.guideid);
  }
}

export class CollaboratorWriter extends CollaboratorReader {
  declare protected readonly s: StoreWriter;

  /**
   * Attaches a user or team to a guide, or detaches them. Repeating it is no error.
   *
   * @throws AppError `not-found` for an unknown guide, user or team; `forbidden` unless owner, author or admin
   */
  set(guideid: number, kind: CollaboratorKind, id: number, attached: boolean): GuideRow {
    const row = this.requireChangeable(guideid);
    if (attached || !this.ids(guideid, kind).includes(id)) this.requireKnown(kind, id);
    const { changes } = attached
      ? this.s.db.run(sql`INSERT INTO collaborator (guideid, kind, id)
         VALUES (${guideid}, ${kind}, ${id})
         ON CONFLICT DO NOTHING`)
      : this.s.db.run(sql`DELETE FROM collaborator
         WHERE guideid = ${guideid} AND kind = ${kind} AND id = ${id}`);
    if (changes > 0) this.record(guideid);
    return row;
  }

  /** Sets the whole list without a check of permissions, for fixtures. */
  put(guideid: number, collaborators: Collaborators): void {
    if (this.replace(guideid, collaborators)) this.record(guideid);
  }

  /** Adds collaborators without a feed line: applying a fixture twice changes nothing. */
  add(guideid: number, { users, teams }: Collaborators): void {
    const insert = (kind: CollaboratorKind, id: number): void => {
      this.s.db.run(sql`INSERT INTO collaborator (guideid, kind, id)
         VALUES (${guideid}, ${kind}, ${id})
         ON CONFLICT DO NOTHING`);
    };
    for (const userid of users) insert('user', userid);
    for (const teamid of teams) insert('team', teamid);
  }

  /** Desk: sets the list as the site has it, possibly before the guide itself arrives. */
  putRemote(guideid: number, collaborators: Collaborators): void {
    this.replace(guideid, collaborators);
  }

  /** Detaches a deleted user or team from all guides. */
  detach(kind: CollaboratorKind, id: number): void {
    const guideids = this.guidesOf(kind, id);
    this.s.db.run(sql`DELETE FROM collaborator WHERE kind = ${kind} AND id = ${id}`);
    for (const guideid of guideids) this.record(guideid);
  }

  /** Records the guides of a user or team in the feed again, because the set of people who may see them changed. */
  recordGuides(kind: CollaboratorKind, id: number): void {
    for (const guideid of this.guidesOf(kind, id)) this.recordGuide(guideid);
  }

  private replace(guideid: number, { users, teams }: Collaborators): boolean {
    const wanted = { user: [...new Set(users)], team: [...new Set(teams)] };
    const same = (['user', 'team'] as const).every(
      (kind) =>
        JSON.stringify(this.ids(guideid, kind)) === JSON.stringify(wanted[kind].sort((a, b) => a - b)),
    );
    if (same) return false;
    this.s.db.run(sql`DELETE FROM collaborator WHERE guideid = ${guideid}`);
    for (const kind of ['user', 'team'] as const) {
      for (const id of wanted[kind]) {
        this.s.db.run(sql`INSERT INTO collaborator (guideid, kind, id) VALUES (${guideid}, ${kind}, ${id})`);
      }
    }
    return true;
  }

  private record(guideid: number): void {
    this.s.feed.record('collaborators', guideid);
    this.recordGuide(guideid);
  }

  /** Hub only: a desk's journal would take the touched guide for an edit. */
  private recordGuide(guideid: number): void {
    if (!this.s.meta.isDesk && this.s.guides.row(guideid)?.deleted === 0) {
      this.s.feed.record('guide', guideid);
      recordAll(this.s, guideid);
    }
  }

  private requireChangeable(guideid: number): GuideRow {
    const row = this.s.guides.requireVisible(guideid);
    const { viewer } = this.s;
    if (isAdmin(viewer) || viewer?.role === 'author' || viewer?.userid === row.userid) return row;
    throw forbidden('Only the owner of a guide, authors and admins may change who works on it.', ['Author']);
  }

  private requireKnown(kind: CollaboratorKind, id: number): void {
    if (kind === 'user') this.s.users.requireRow(id);
    else if (!this.s.teams.row(id)) throw notFound('Team');
  }
}
