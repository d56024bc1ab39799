import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactElement } from 'react';

import type { Account } from '../../../../shared/model/admin.ts';
import { roles } from '../../../../shared/model/admin.ts';
import { api } from '../../../api/client.ts';
import { Segments } from '../../../components/segments.tsx';
import { Sheet } from '../../../components/sheet.tsx';
import admin from '../admin.module.css';
import { privilegeNames } from './person-words.ts';
import { peopleTexts } from './texts.ts';
import { adminTexts } from '../texts.ts';
import type { AdminAction } from '../use-act.tsx';

const words = peopleTexts.fresh;

type Way = keyof typeof words.ways;

interface Fresh {
  username: string;
  email: string;
  role: Account['role'];
  way: Way;
  password: string;
}

const blank: Fresh = { username: '', email: '', role: 'technician', way: 'mail', password: '' };

interface NewPersonProps extends Pick<AdminAction, 'act' | 'busy' | 'problem'> {
  onClose: () => void;
}

/** Creates an account. Without a first password its owner sets one by a link in an email. */
export function NewPerson({ act, busy, problem, onClose }: NewPersonProps): ReactElement {
  const [fresh, setFresh] = useState(blank);
  const [checked, setChecked] = useState(false);
  const set = (change: Partial<Fresh>): void => setFresh((before) => ({ ...before, ...change }));
  const { username, email, role, way, password } = fresh;
  const missing = (value: string): string | undefined =>
    checked && value.trim() === '' ? words.missing : undefined;
  const complete = username.trim() !== '' && email.trim() !== '' && (way === 'mail' || password !== '');
  return (
    <Sheet title={words.title} onClose={onClose}>
      <form
        className={admin.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (!complete) return;
          act({
            run: () => create(fresh),
            words:
              way === 'mail'
                ? `${words.done(username.trim())} ${words.mailed(email.trim())}`
                : words.done(username.trim()),
            after: onClose,
          });
        }}
      >
        <TextInput
          label={words.name}
          autoComplete="off"
          data-autofocus
          value={username}
          error={missing(username)}
          onChange={(event) => set({ username: event.currentTarget.value })}
        />
        <TextInput
          label={words.email}
          type="email"
          autoComplete="off"
          value={email}
          error={missing(email)}
          onChange={(event) => set({ email: event.currentTarget.value })}
        />
        <div className={admin.field}>
          <span>{words.role}</span>
          <Segments
            label={words.role}
            value={role}
            options={roles.toReversed().map((value) => ({ value, label: adminTexts.roles[value] }))}
            onChange={(chosen) => set({ role: chosen })}
          />
          {peopleTexts.roleHint[role]}
        </div>
        <div className={admin.field}>
          <span>{words.how}</span>
          <Segments
            label={words.how}
            value={way}
            options={(['mail', 'password'] as const).map((value) => ({ value, label: words.ways[value] }))}
            onChange={(chosen) => set({ way: chosen })}
          />
          {way === 'mail' ? words.mailHint : null}
        </div>
        {way === 'password' ? (
          <PasswordInput
            label={words.password}
            description={words.passwordHint}
            autoComplete="new-password"
            value={password}
            error={missing(password)}
            onChange={(event) => set({ password: event.currentTarget.value })}
          />
        ) : null}
        {problem}
        <Button type="submit" size="xl" loading={busy} fullWidth>
          {words.submit}
        </Button>
      </form>
    </Sheet>
  );
}

async function create({ username, email, role, way, password }: Fresh): Promise<void> {
  const given = { username: username.trim(), email: email.trim() };
  const { userid } = await api('POST /users', {
    body: { ...given, password: way === 'mail' ? nobodyKnows() : password },
  });
  if (role !== 'technician')
    await api('PATCH /users/{userid}', {
      params: { userid },
      body: { greatest_privilege: privilegeNames[role] },
    });
  if (way === 'mail') await api('POST /users/reset_password', { body: { email: given.email } });
}

/** Returns a random password that is stored nowhere, for an account whose owner sets their own. */
const nobodyKnows = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
