import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactElement } from 'react';

import { useFirstFocus } from '../../hooks/use-first-focus.ts';
import styles from './password-form.module.css';
import { kioskTexts } from '../../features/kiosk/texts.ts';

export interface PasswordFormProps {
  /** Empty unless the person is known. */
  email: string;
  leaving: boolean;
  busy: boolean;
  onPassword: (email: string, password: string) => void;
}

export function PasswordForm({ email: known, leaving, busy, onPassword }: PasswordFormProps): ReactElement {
  const [email, setEmail] = useState(known);
  const [password, setPassword] = useState('');
  const words = kioskTexts.password;
  const first = useFirstFocus();
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (email.trim() !== '' && password !== '') onPassword(email.trim(), password);
      }}
    >
      <TextInput
        {...(known === '' ? { ref: first } : {})}
        label={words.email}
        type="email"
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <PasswordInput
        {...(known === '' ? {} : { ref: first })}
        label={words.password}
        autoComplete="off"
        value={password}
        visibilityToggleButtonProps={{ 'aria-label': words.visible }}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" size="xl" loading={busy} disabled={email.trim() === '' || password === ''}>
        {leaving ? words.submitLeave : words.submit}
      </Button>
      <p className={styles.soft}>{words.hint}</p>
    </form>
  );
}
