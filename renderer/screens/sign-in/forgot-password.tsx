import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';

import { api } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { Sheet } from '../../components/sheet.tsx';
import styles from './sign-in.module.css';
import { signInTexts } from './texts.ts';

const words = signInTexts.forgot;

/** Asks the site to mail a link with which the person sets a new password. */
export function ForgotPassword({ email, onClose }: { email: string; onClose: () => void }): ReactElement {
  const [address, setAddress] = useState(email);
  const [missing, setMissing] = useState(false);
  const ask = useMutation({
    mutationFn: (to: string) => api('POST /users/reset_password', { body: { email: to } }),
  });
  return (
    <Sheet title={words.title} onClose={onClose}>
      <form
        className={styles.forgot}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setMissing(address.trim() === '');
          if (address.trim() !== '') ask.mutate(address.trim());
        }}
      >
        <p>{words.how}</p>
        <TextInput
          label={signInTexts.email}
          type="email"
          autoComplete="username"
          value={address}
          error={missing && address.trim() === '' ? signInTexts.emptyEmail : undefined}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        {ask.error ? <InlineProblem>{errorMessage(ask.error)}</InlineProblem> : null}
        {ask.isSuccess ? <output>{words.sent(ask.variables)}</output> : null}
        <Button type="submit" size="xl" loading={ask.isPending} fullWidth>
          {words.send}
        </Button>
        <p className={styles.without}>{words.else}</p>
      </form>
    </Sheet>
  );
}
