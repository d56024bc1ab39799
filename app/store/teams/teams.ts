import type { StoreReader, StoreWriter } from '../store.ts';

export interface TeamRow {
  teamid: number;
  name: string;
  description: string;
  owner: number | null;
}

export class TeamReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  row(teamid: number): TeamRow | undefined {
    return this.s.db.oneSql<TeamRow>('SELECT teamid, name, description, owner FROM team WHERE teamid = ?', [
      teamid,
    ]);
  }
}

export class TeamWriter extends TeamReader {
  declare protected readonly s: StoreWriter;

  /** A team with exactly these members, ids kept. */
  put(team: TeamRow, members: readonly number[]): void {
    this.s.meta.claimId('team', team.teamid);
    this.s.db.runSql(
      `INSERT INTO team (teamid, name, description, owner, created_date) VALUES (:teamid, :name, :description, :owner, :now)
       ON CONFLICT (teamid) DO UPDATE SET name = excluded.name, description = excluded.description, owner = excluded.owner`,
      [{ ...team, now: this.s.now }],
    );
    this.s.db.runSql('DELETE FROM team_member WHERE teamid = ?', [team.teamid]);
    for (const userid of new Set(members)) {
      this.s.db.runSql('INSERT INTO team_member (teamid, userid, joined_date) VALUES (?, ?, ?)', [
        team.teamid,
        userid,
        this.s.now,
      ]);
    }
    this.s.feed.record('team', team.teamid);
  }
}
