import { Button } from '@mantine/core';
import type { ReactElement } from 'react';

import type { UserSummary } from '../../../../shared/model/user.ts';
import { Suggest } from '../../../components/editing/suggest.tsx';
import { Section } from '../../../components/section.tsx';
import admin from '../admin.module.css';
import { teamTexts as words } from './texts.ts';
import { findPeople } from '../../../api/queries/users.ts';
import { adminTexts } from '../texts.ts';

export interface TeamMembersProps {
  members: readonly UserSummary[];
  owner: number | null;
  busy: boolean;
  mayManage: boolean;
  /** True if the person may change the owner. */
  mayAppoint: boolean;
  onAdd: (person: UserSummary) => void;
  onRemove: (person: UserSummary) => void;
  onOwner: (person: UserSummary) => void;
}

export function TeamMembers(props: TeamMembersProps): ReactElement {
  const { members, owner, busy, mayManage, mayAppoint } = props;
  return (
    <Section title={words.membersTitle} note={words.members(members.length)}>
      {mayManage ? (
        <Suggest
          label={words.addMember}
          hint={words.addHint}
          kind="people"
          find={findPeople}
          onChoose={({ person }) => props.onAdd(person)}
        />
      ) : null}
      {members.length === 0 ? null : (
        <ul className={admin.list}>
          {members.map((person) => (
            <li key={person.userid} className={admin.row}>
              <div className={admin.words}>
                <strong>{person.username}</strong>
                {person.unique_username === null ? null : (
                  <span className={admin.soft}>{person.unique_username}</span>
                )}
              </div>
              <div className={admin.actions}>
                {person.userid === owner ? (
                  <span className={admin.pill} data-tone="accent">
                    {words.owner}
                  </span>
                ) : mayAppoint ? (
                  <Button
                    variant="subtle"
                    className={admin.small}
                    disabled={busy}
                    aria-label={words.makeOwnerOf(person.username)}
                    onClick={() => props.onOwner(person)}
                  >
                    {words.makeOwner}
                  </Button>
                ) : null}
                {mayManage ? (
                  <Button
                    variant="default"
                    className={admin.small}
                    disabled={busy}
                    aria-label={words.removeOf(person.username)}
                    onClick={() => props.onRemove(person)}
                  >
                    {adminTexts.remove}
                  </Button>
                ) : null}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
