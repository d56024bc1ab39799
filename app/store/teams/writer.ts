import { forbidden } from '../../../shared/errors.ts';
import type { Team } from '../../../shared/model/team.ts';
import { withoutPlaceholders } from '../placeholders.ts';
import { sql } from '../sql.ts';
import type { StoreWriter } from '../aggregates.ts';
import { updateSummary } from '../users/remote.ts';
import { mayManageTeam } from '../policy/teams.ts';
import { TeamReader } from './reader.ts';
import type { TeamRow } from './reader.ts';

/** Fields that an admin may set on a team. Absent means unchanged. */
export interface TeamFields {
  name?: string | undefined;
  description?: string | undefined;
  /** Also becomes a member. */
  owner?: number | undefined;
  join_code?: string | null | undefined;
  imageid?: number | null | undefined;
}

/** A team as a site sends it. */
export type RemoteTeam = TeamRow &
  Partial<Pick<Team, 'image' | 'location' | 'latitude' | 'longitude'>> & { created_date?: number };

/** Only the feed has dates. */
export interface RemoteMember {
  userid: number;
  joined_date?: number;
}

export class TeamWriter extends TeamReader {
  declare protected readonly s: StoreWriter;

  create(fields: TeamFields & { name: string }): number {
    const teamid = this.s.meta.nextId('team');
    this.s.db.run(sql`INSERT INTO team (teamid, name, description, created_date)
       VALUES (${teamid}, '', '', ${Math.floor(this.s.now)})`);
    this.update(teamid, fields);
    return teamid;
  }

  /** @throws AppError `not-found`; `invalid` for an unknown owner or picture */
  update(teamid: number, fields: TeamFields): void {
    const before = this.require(teamid);
    const { name, description, owner, join_code, imageid } = fields;
    if (owner !== undefined) this.s.users.requireUser(owner, 'owner');
    const picture =
      imageid === undefined || imageid === null ? imageid : this.s.media.requireImage(imageid, 'imageid');
    const after = {
      name: name === undefined ? before.name : withoutPlaceholders(name),
      description: description === undefined ? before.description : withoutPlaceholders(description),
      owner: owner ?? before.owner,
      join_code: join_code === undefined ? before.join_code : join_code,
      imageid: picture === undefined ? before.imageid : (picture?.id ?? null),
    };
    const joins = owner !== undefined && !this.isMember(teamid, owner);
    const unchanged = JSON.stringify({ ...before, ...after }) === JSON.stringify(before);
    if (unchanged && !joins) return;
    this.s.db.run(sql`UPDATE team
       SET name = ${after.name}, description = ${after.description}, owner = ${after.owner},
         join_code = ${after.join_code}, 
       imageid = ${after.imageid} WHERE teamid = ${teamid}`);
    if (picture !== undefined) this.s.media.setUses('team', teamid, picture ? [picture.guid] : []);
    if (joins) this.add(teamid, owner);
    this.s.feed.record('team', teamid);
  }

  delete(teamid: number): void {
    this.require(teamid);
    for (const userid of this.memberIds(teamid)) this.drop(teamid, userid);
    this.s.collaborators.detach('team', teamid);
    this.s.media.setUses('team', teamid, []);
    this.s.db.run(sql`DELETE FROM team WHERE teamid = ${teamid}`);
    this.s.feed.record('team', teamid, true);
  }

  /**
   * Adds a person to a team: its owner and admins may add anyone; others only themselves, with the join code. The first
   * person in an empty team becomes its owner. Repeating it is no error.
   *
   * @throws AppError `not-found` for an unknown team or user, `forbidden`
   */
  join(teamid: number, userid: number, joinCode: string | undefined): void {
    const team = this.require(teamid);
    this.s.users.requireRow(userid);
    const managed = mayManageTeam(this.s.viewer, team);
    if (!managed && userid !== this.s.viewer?.userid) {
      throw forbidden('Only the owner of a team and admins may add others.', ['Admin']);
    }
    // A replay is also for the site's new version of the person, which does not have the team yet.
    if (this.isMember(teamid, userid)) return this.republish(teamid, userid, true);
    if (managed || this.provesCode(team, joinCode)) {
      this.add(teamid, userid);
      if (team.owner === null && team.member_count === 0) this.setOwner(teamid, userid);
    } else {
      // Gives no rights on this desk until the site accepted the code.
      this.insert(teamid, userid, this.s.now);
    }
    this.s.feed.record('team', teamid);
  }

  /**
   * Removes a person from a team: its owner and admins may remove anyone, others only themselves. If the owner leaves,
   * the longest-standing member becomes owner. Repeating it is no error.
   *
   * @throws AppError `not-found` for an unknown team or user, `forbidden`
   */
  leave(teamid: number, userid: number): void {
    const team = this.require(teamid);
    if (!this.isMember(teamid, userid)) this.s.users.requireRow(userid);
    if (!mayManageTeam(this.s.viewer, team) && userid !== this.s.viewer?.userid) {
      throw forbidden('Only the owner of a team and admins may remove others.', ['Admin']);
    }
    this.remove(team, userid);
  }

  /** Removes a deleted account from all teams. */
  forgetUser(userid: number): void {
    for (const teamid of this.s.users.teams(userid)) this.remove(this.require(teamid), userid);
  }

  /** Stores a team with exactly these members, under its teamid; earlier members keep their date. */
  put(team: TeamRow, members: readonly number[]): void {
    this.s.meta.claimId('team', team.teamid);
    this.upsert({ ...team, created_date: this.s.now });
    const wanted = new Set(members);
    for (const userid of this.memberIds(team.teamid)) {
      if (!wanted.delete(userid)) this.drop(team.teamid, userid);
    }
    for (const userid of wanted) this.add(team.teamid, userid);
    this.s.feed.record('team', team.teamid);
  }

  /** Desk: stores a team and its memberships as the site sends them. The users arrive separately. */
  putRemote(team: RemoteTeam, members: readonly RemoteMember[]): void {
    const { teamid } = team;
    this.upsert({ created_date: this.s.now, ...team });
    this.s.db.run(sql`UPDATE team
       SET imageid = ${team.image?.id ?? null}, location = ${team.location ?? null}, latitude = ${team.latitude ?? null},
         longitude = ${team.longitude ?? null}, created_date = coalesce(${team.created_date ?? null}, created_date)
       WHERE teamid = ${teamid}`);
    const gone = new Set(this.memberIds(teamid));
    for (const { userid, joined_date } of members) {
      const known = gone.delete(userid);
      if (!known || joined_date !== undefined) this.insert(teamid, userid, joined_date ?? this.s.now);
      this.republish(teamid, userid, true);
    }
    for (const userid of gone) this.erase(teamid, userid);
  }

  /** Desk: removes a team that the site no longer has. */
  forget(teamid: number): void {
    for (const userid of this.memberIds(teamid)) this.erase(teamid, userid);
    this.s.db.run(sql`DELETE FROM team WHERE teamid = ${teamid}`);
  }

  private remove({ teamid, owner }: TeamRow, userid: number): void {
    if (!this.isMember(teamid, userid) && owner !== userid) return this.republish(teamid, userid, false);
    this.drop(teamid, userid);
    if (owner === userid) this.setOwner(teamid, this.memberIds(teamid)[0] ?? null);
    this.s.feed.record('team', teamid);
  }

  private add(teamid: number, userid: number): void {
    this.insert(teamid, userid, this.s.now);
    this.republish(teamid, userid, true);
    this.tell(teamid, userid);
  }

  private drop(teamid: number, userid: number): void {
    this.erase(teamid, userid);
    this.tell(teamid, userid);
  }

  /** Records the user and the team's guides in the feed: a user's document names their teams, and teams give access to guides. */
  private tell(teamid: number, userid: number): void {
    this.s.feed.record('user', userid);
    this.s.collaborators.recordGuides('team', teamid);
  }

  /** Desk: updates the teams in the site's summary of a user. */
  private republish(teamid: number, userid: number, member: boolean): void {
    updateSummary(this.s, userid, ({ teams }) => ({
      teams: member ? [...new Set([...teams, teamid])] : teams.filter((id) => id !== teamid),
    }));
  }

  private setOwner(teamid: number, owner: number | null): void {
    this.s.db.run(sql`UPDATE team SET owner = ${owner} WHERE teamid = ${teamid}`);
  }

  private upsert({
    teamid,
    name,
    description,
    owner,
    created_date,
  }: TeamRow & { created_date: number }): void {
    this.s.db.run(sql`INSERT INTO team (teamid, name, description, owner, created_date)
       VALUES (${teamid}, ${name}, ${description}, ${owner}, ${Math.floor(created_date)})
       ON CONFLICT (teamid) DO UPDATE
       SET name = excluded.name, description = excluded.description, owner = excluded.owner`);
  }

  private insert(teamid: number, userid: number, joined_date: number): void {
    this.s.db.run(sql`INSERT INTO team_member (teamid, userid, joined_date)
       VALUES (${teamid}, ${userid}, ${joined_date})
       ON CONFLICT DO UPDATE SET joined_date = excluded.joined_date`);
  }

  private erase(teamid: number, userid: number): void {
    this.s.db.run(sql`DELETE FROM team_member WHERE teamid = ${teamid} AND userid = ${userid}`);
    this.republish(teamid, userid, false);
  }
}
