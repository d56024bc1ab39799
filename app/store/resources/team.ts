import { sql } from '../sql.ts';
import type { RemoteMember, RemoteTeam } from '../teams/writer.ts';
import type { SimpleResource } from './resource.ts';

export const teamResource: SimpleResource<RemoteTeam & { members: RemoteMember[] }> = {
  text: (s, id) => s.teams.feedText(id),
  tellsAnonymousGone: true,
  put: (s, _teamid, { members, ...told }) => s.teams.putRemote(told, members),
  forget: (s, teamid) => s.teams.forget(teamid),
  here: sql`SELECT teamid AS id FROM team`,
};
