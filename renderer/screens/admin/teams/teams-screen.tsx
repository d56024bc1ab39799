import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { Team } from '../../../../shared/model/team.ts';
import { api } from '../../../api/client.ts';
import { LoadingRows } from '../../../components/loading.tsx';
import { FailedNotice, Notice } from '../../../components/notice.tsx';
import { Sheet } from '../../../components/sheet.tsx';
import { collator } from '../../../format.ts';
import { paths } from '../../../location.ts';
import { navigate } from '../../../state/navigation.ts';
import { AdminPage } from '../admin-page.tsx';
import admin from '../admin.module.css';
import { teamTexts as words } from './texts.ts';
import { teamsQuery } from '../../../api/queries/teams.ts';
import { useAct } from '../use-act.tsx';

export function TeamsScreen(): ReactElement {
  const [adding, setAdding] = useState(false);
  return (
    <AdminPage part="teams" add={{ words: words.add, onAdd: () => setAdding(true) }}>
      {() => (
        <>
          <TeamsPart />
          {adding ? <NewTeam onClose={() => setAdding(false)} /> : null}
        </>
      )}
    </AdminPage>
  );
}

function TeamsPart(): ReactElement {
  const teams = useQuery(teamsQuery);
  if (teams.error) return <FailedNotice error={teams.error} retry={() => void teams.refetch()} />;
  return teams.data ? <Teams teams={teams.data} /> : <LoadingRows />;
}

const Teams = ({ teams }: { teams: readonly Team[] }): ReactElement =>
  teams.length === 0 ? (
    <Notice icon={<IconUsersGroup size={40} />} title={words.none}>
      <p>{words.noneWhy}</p>
    </Notice>
  ) : (
    <ul className={admin.list}>
      {teams
        .toSorted((a, b) => collator.compare(a.name, b.name))
        .map(({ teamid, name, description, member_count }) => (
          <li key={teamid}>
            <Link href={paths.team(teamid)} className={admin.row}>
              <span className={admin.words}>
                <strong>{name}</strong>
                {description === '' ? null : <span className={admin.soft}>{description}</span>}
              </span>
              <span className={admin.soft}>{words.members(member_count)}</span>
            </Link>
          </li>
        ))}
    </ul>
  );

function NewTeam({ onClose }: { onClose: () => void }): ReactElement {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [checked, setChecked] = useState(false);
  const { act, busy, problem } = useAct();
  return (
    <Sheet title={words.add} onClose={onClose}>
      <form
        className={admin.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (name.trim() === '') return;
          const body = { name: name.trim(), description: description.trim() };
          act({
            run: () => api('POST /benchside/teams', { body }),
            after: ({ teamid }) => navigate(paths.team(teamid)),
          });
        }}
      >
        <TextInput
          label={words.name}
          autoComplete="off"
          value={name}
          error={checked && name.trim() === '' ? words.missing : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={words.description}
          autoComplete="off"
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        {problem}
        <Button type="submit" size="xl" loading={busy} fullWidth>
          {words.add}
        </Button>
      </form>
    </Sheet>
  );
}
