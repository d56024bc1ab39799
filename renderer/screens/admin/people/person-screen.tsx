import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { Account } from '../../../../shared/model/admin.ts';
import { api } from '../../../api/client.ts';
import { LoadingPage } from '../../../components/loading.tsx';
import { FailedNotice } from '../../../components/notice.tsx';
import { Section } from '../../../components/section.tsx';
import { day } from '../../../format.ts';
import { paths } from '../../../location.ts';
import { AdminPage } from '../admin-page.tsx';
import type { Admin } from '../admin-page.tsx';
import admin from '../admin.module.css';
import { PersonAccess } from './person-access.tsx';
import { PersonBadges } from './person-badges.tsx';
import { privilegeNames } from './person-words.ts';
import { peopleTexts as words } from './texts.ts';
import { accountQuery, tokensQuery } from '../../../api/queries/people.ts';
import { teamsQuery } from '../../../api/queries/teams.ts';
import type { TokenInfo } from '../../../api/queries/people.ts';
import { TokenList } from './token-list.tsx';
import { useAct } from '../use-act.tsx';

export function PersonScreen({ userid }: { userid: number }): ReactElement {
  const account = useQuery({ ...accountQuery(userid), retry: false });
  return (
    <AdminPage part="people" back={words.back} title={account.data?.username}>
      {(viewer) => (
        <>
          {account.error ? (
            <FailedNotice error={account.error} retry={() => void account.refetch()} />
          ) : account.data ? (
            <Person account={account.data} viewer={viewer} />
          ) : (
            <LoadingPage />
          )}
        </>
      )}
    </AdminPage>
  );
}

function Person({ account, viewer }: { account: Account; viewer: Admin }): ReactElement {
  const { userid, username, email, join_date } = account;
  const tokens = useQuery({ ...tokensQuery(userid), enabled: viewer.isAdmin });
  const [chosen, setChosen] = useState<Account['role'] | null>(null);
  const { act, busy, problem, toast } = useAct();
  return (
    <>
      <p className={admin.lead}>
        {email === null ? null : <bdi>{email}</bdi>}
        {email === null ? null : ' · '}
        {words.number(userid)} · {words.joined(day(join_date))}
      </p>
      {problem}
      <PersonAccess
        account={{ ...account, role: chosen ?? account.role }}
        viewer={viewer}
        busy={busy}
        onRole={(role) => {
          const change = (to: Account['role']) =>
            api('PATCH /users/{userid}', {
              params: { userid },
              body: { greatest_privilege: privilegeNames[to] },
            });
          setChosen(role);
          act({
            settled: () => setChosen(null),
            run: () => change(role),
            words: words.roleChanged(username, role),
            undo: () => change(account.role),
          });
        }}
        onActive={(active) =>
          act({
            run: () => api('PUT /benchside/people/{userid}/active', { params: { userid }, body: { active } }),
            words: active ? words.isIn(username) : words.isOut(username),
          })
        }
        onReset={(to) =>
          act({
            run: () => api('POST /users/reset_password', { body: { email: to } }),
            words: words.resetDone(to),
          })
        }
      />
      {viewer.isAdmin && tokens.data ? (
        <TokenList
          tokens={tokens.data}
          busy={busy}
          onEnd={({ tokenid }: TokenInfo) =>
            act({
              run: () => api('DELETE /benchside/tokens/{tokenid}', { params: { tokenid } }),
              words: words.ended,
            })
          }
          onEndAll={() =>
            act({
              run: () => api('DELETE /benchside/users/{userid}/tokens', { params: { userid } }),
              words: words.endedAll(username),
            })
          }
        />
      ) : null}
      <Teams teams={account.teams} />
      <PersonBadges userid={userid} />
      {toast}
    </>
  );
}

function Teams({ teams }: { teams: readonly number[] }): ReactElement {
  const all = useQuery({ ...teamsQuery, enabled: teams.length > 0 });
  const named = (all.data ?? []).filter(({ teamid }) => teams.includes(teamid));
  return (
    <Section title={words.teams}>
      {teams.length === 0 ? <p className={admin.soft}>{words.noTeams}</p> : null}
      <div className={admin.chips}>
        {named.map(({ teamid, name }) => (
          <Link key={teamid} href={paths.team(teamid)} className={admin.chip}>
            {name}
          </Link>
        ))}
      </div>
    </Section>
  );
}
