import { Button } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';

import { roles } from '../../../../shared/model/admin.ts';
import type { Account } from '../../../../shared/model/admin.ts';
import { Section } from '../../../components/section.tsx';
import { Segments } from '../../../components/segments.tsx';
import type { Admin } from '../admin-page.tsx';
import admin from '../admin.module.css';
import { peopleTexts as words } from './texts.ts';
import { adminTexts } from '../texts.ts';

export interface PersonAccessProps {
  account: Account;
  viewer: Admin;
  busy: boolean;
  onRole: (role: Account['role']) => void;
  onActive: (active: boolean) => void;
  onReset: (email: string) => void;
}

/** A person's role, and whether they may sign in. Read-only for authors. */
export function PersonAccess(props: PersonAccessProps): ReactElement {
  const { account, viewer, busy, onRole, onActive, onReset } = props;
  const { role, active, email } = account;
  const own = viewer.userid === account.userid;
  const mayChange = viewer.isAdmin && !own;
  return (
    <Section title={words.signIn} note={viewer.isAdmin ? '' : adminTexts.adminsOnly}>
      <div className={admin.facts}>
        <Fact title={words.role} hint={own && viewer.isAdmin ? words.ownRole : words.roleHint[role]}>
          {mayChange ? (
            <Segments
              label={words.role}
              value={role}
              options={roles.toReversed().map((value) => ({ value, label: adminTexts.roles[value] }))}
              onChange={onRole}
            />
          ) : (
            <span className={admin.pill} data-tone="accent">
              {adminTexts.roles[role]}
            </span>
          )}
        </Fact>
        <Fact title={active ? words.mayTitle : words.inactive} hint={own ? words.ownAccount : words.mayHint}>
          {mayChange ? (
            <Button
              variant="default"
              className={active ? admin.dangerous : undefined}
              disabled={busy}
              onClick={() => onActive(!active)}
            >
              {active ? words.shutOut : words.letIn}
            </Button>
          ) : null}
        </Fact>
        {viewer.isAdmin && active ? (
          <Fact title={words.resetTitle} hint={email === null ? words.noEmail : words.resetHint}>
            {email === null ? null : (
              <Button variant="default" disabled={busy} onClick={() => onReset(email)}>
                {words.reset}
              </Button>
            )}
          </Fact>
        ) : null}
      </div>
    </Section>
  );
}

const Fact = ({
  title,
  hint,
  children,
}: {
  title: string;
  hint: string;
  children: ReactNode;
}): ReactElement => (
  <div className={admin.fact}>
    <div>
      <h3>{title}</h3>
      <p className={admin.soft}>{hint}</p>
    </div>
    {children}
  </div>
);
