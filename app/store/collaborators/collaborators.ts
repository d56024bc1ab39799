import { forbidden, notFound } from '../../../shared/errors.ts';
import type { GuideTeams } from '../../../shared/model/team.ts';
import { isAdmin } from '../actor.ts';
import type { GuideRow } from '../guides/reader.ts';
import type { StoreReader, StoreWriter } from '../store.ts';

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

  /** Userids or teamids, ascending. */
  ids(guideid: number, kind: CollaboratorKind): number[] {
    return this.s.db
      .allSql<{ id: number }>('SELECT id FROM collaborator WHERE guideid = ? AND kind = ? ORDER BY id', [
        guideid,
        kind,
      ])
      .map((row) => row.id);
  }

  /** Summaries of the users as one holed JSON text. */
  usersText(guideid: number): string {
    return `[${this.ids(guideid, 'user')
      .map((userid) => this.s.users.summaryText(userid))
      .join(',')}]`;
  }

  /** The teams, and what the viewer may do with the guide (CONTRACT 4.12); holed. */
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

  /** The feed's document, for those who may see the guide: ids only. */
  feedText(guideid: number): string | undefined {
    const row = this.s.guides.row(guideid);
    if (!row || !this.s.guides.isVisible(row)) return undefined;
    return JSON.stringify({ users: this.ids(guideid, 'user'), teams: this.ids(guideid, 'team') });
  }

  /** Guides that stand open to a user or team. */
  guidesOf(kind: CollaboratorKind, id: number): number[] {
    return this.s.db
      .allSql<{ guideid: number }>(
        'SELECT guideid FROM collaborator WHERE kind = ? AND id = ? ORDER BY guideid',
        [kind, id],
      )
      .map((row) => row.guideid);
  }
}

export class CollaboratorWriter extends CollaboratorReader {
  declare protected readonly s: StoreWriter;

  /**
   * Attaches somebody to a guide, or detaches them; repeating it is no error.
   *
   * @throws AppError `not-found` for an unknown guide, user or team; `forbidden` for others than owner, authors, admins
   */
  set(guideid: number, kind: CollaboratorKind, id: number, attached: boolean): GuideRow {
    const row = this.requireChangeable(guideid);
    if (attached || !this.ids(guideid, kind).includes(id)) this.requireKnown(kind, id);
    const { changes } = attached
      ? this.s.db.runSql(
          'INSERT INTO collaborator (guideid, kind, id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
          [guideid, kind, id],
        )
      : this.s.db.runSql('DELETE FROM collaborator WHERE guideid = ? AND kind = ? AND id = ?', [
          guideid,
          kind,
          id,
        ]);
    if (changes > 0) this.record(guideid);
    return row;
  }

  /** Exactly these, whoever asks, as a fixture says. */
  put(guideid: number, collaborators: Collaborators): void {
    if (this.replace(guideid, collaborators)) this.record(guideid);
  }

  /** Desk: the same as a site says; it can come before the guide itself. */
  putRemote(guideid: number, collaborators: Collaborators): void {
    this.replace(guideid, collaborators);
  }

  /** Takes a user or team that ceases to be off all guides. */
  detach(kind: CollaboratorKind, id: number): void {
    const guideids = this.guidesOf(kind, id);
    this.s.db.runSql('DELETE FROM collaborator WHERE kind = ? AND id = ?', [kind, id]);
    for (const guideid of guideids) this.record(guideid);
  }

  /** Tells readers of the feed anew of guides that a user or team works on, because who may see them has changed. */
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
    this.s.db.runSql('DELETE FROM collaborator WHERE guideid = ?', [guideid]);
    for (const kind of ['user', 'team'] as const) {
      for (const id of wanted[kind]) {
        this.s.db.runSql('INSERT INTO collaborator (guideid, kind, id) VALUES (?, ?, ?)', [
          guideid,
          kind,
          id,
        ]);
      }
    }
    return true;
  }

  private record(guideid: number): void {
    this.s.feed.record('collaborators', guideid);
    this.recordGuide(guideid);
  }

  /** A desk's journal takes what was touched for edits: there the guide itself is not one. */
  private recordGuide(guideid: number): void {
    if (!this.s.meta.isDesk && this.s.guides.row(guideid)?.deleted === 0) {
      this.s.feed.record('guide', guideid);
      this.s.guides.recordAll(guideid);
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
