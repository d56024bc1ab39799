import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import type { TeamAttributes } from '../../../../shared/model/team.ts';
import type { UserSummary } from '../../../../shared/model/user.ts';
import { api } from '../../../api/client.ts';
import { LoadingPage } from '../../../components/loading.tsx';
import { FailedNotice } from '../../../components/notice.tsx';
import { paths } from '../../../location.ts';
import { navigate } from '../../../state/navigation.ts';
import { AdminPage } from '../admin-page.tsx';
import type { Admin } from '../admin-page.tsx';
import admin from '../admin.module.css';
import { teamTexts as words } from './texts.ts';
import { membersQuery, teamQuery } from '../../../api/queries/teams.ts';
import { TeamFacts } from './team-facts.tsx';
import { TeamMembers } from './team-members.tsx';
import { adminTexts } from '../texts.ts';
import { useAct } from '../use-act.tsx';

export function TeamScreen({ teamid }: { teamid: number }): ReactElement {
  const team = useQuery({ ...teamQuery(teamid), retry: false });
  const members = useQuery({ ...membersQuery(teamid), retry: false });
  const failed = team.error ? team : members;
  return (
    <AdminPage part="teams" back={words.back} title={team.data?.name}>
      {(viewer) => (
        <>
          {failed.error ? (
            <FailedNotice error={failed.error} retry={() => void failed.refetch()} />
          ) : team.data && members.data ? (
            <TeamPart key={teamid} team={team.data} members={members.data} viewer={viewer} />
          ) : (
            <LoadingPage />
          )}
        </>
      )}
    </AdminPage>
  );
}

interface TeamPartProps {
  team: TeamAttributes;
  members: readonly UserSummary[];
  viewer: Admin;
}

/** A team's page. Its owner may add and remove members; everything else is for admins. */
function TeamPart({ team, members, viewer }: TeamPartProps): ReactElement {
  const { teamid, owner } = team;
  const { act, busy, problem, toast } = useAct();
  const mayManage = viewer.isAdmin || viewer.userid === owner;
  const put = (userid: number) =>
    api('PUT /teams/{teamid}/users/{userid}', { params: { teamid, userid }, body: {} });
  const take = (userid: number) =>
    api('DELETE /teams/{teamid}/users/{userid}', { params: { teamid, userid } });
  return (
    <>
      {problem}
      {mayManage ? null : <p className={admin.lead}>{adminTexts.adminsOnly}</p>}
      <TeamMembers
        members={members}
        owner={owner}
        busy={busy}
        mayManage={mayManage}
        mayAppoint={viewer.isAdmin}
        onAdd={({ userid, username }) =>
          act({ run: () => put(userid), words: words.added(username), undo: () => take(userid) })
        }
        onRemove={({ userid, username }) =>
          act({ run: () => take(userid), words: words.removed(username), undo: () => put(userid) })
        }
        onOwner={({ userid, username }) =>
          act({
            run: () =>
              api('PATCH /benchside/teams/{teamid}', { params: { teamid }, body: { owner: userid } }),
            words: words.owns(username),
          })
        }
      />
      {viewer.isAdmin ? (
        <TeamFacts
          team={team}
          busy={busy}
          onSave={(body) =>
            act({
              run: () => api('PATCH /benchside/teams/{teamid}', { params: { teamid }, body }),
              words: words.saved,
            })
          }
          onDelete={() =>
            act({
              run: () => api('DELETE /benchside/teams/{teamid}', { params: { teamid } }),
              after: () => navigate(paths.admin('teams')),
            })
          }
        />
      ) : null}
      {toast}
    </>
  );
}
