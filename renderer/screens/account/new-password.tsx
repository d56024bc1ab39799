import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';

import { limits } from '../../../shared/limits.ts';
import { shortestPassword } from '../../../shared/password.ts';
import { api } from '../../api/client.ts';
import { fieldErrorsOf, errorMessage, errorStatus } from '../../api/errors.ts';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { Section } from '../../components/section.tsx';
import styles from './account.module.css';
import { accountTexts } from './texts.ts';

const words = accountTexts.password;

const empty = { email: '', current_password: '', password: '' };
type Value = typeof empty;

/** Sets a new password at the site. A third-party site answers that it has no such address. */
export function NewPassword(): ReactElement {
  const [value, setValue] = useState(empty);
  const [isTried, setTried] = useState(false);
  const change = useMutation({
    mutationFn: (body: Value) => api('POST /benchside/user/password', { body }),
    onSuccess: () => {
      setValue(empty);
      setTried(false);
    },
  });
  const errors = fieldErrorsOf(change.error);
  const isShort = value.password.length < shortestPassword;
  const problemOf = (key: keyof Value): string | undefined => {
    if (isTried && value[key] === '') return words.empty;
    if (isTried && key === 'password' && isShort) return words.short;
    return errors.find(({ field }) => field === key)?.message;
  };
  const field = (key: keyof Value) => ({
    value: value[key],
    error: problemOf(key),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setValue((old) => ({ ...old, [key]: currentTarget.value })),
  });
  const visible = { visibilityToggleButtonProps: { 'aria-label': words.visible } };
  return (
    <Section title={words.title}>
      <form
        className={styles.panel}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (value.email !== '' && value.current_password !== '' && !isShort) change.mutate(value);
        }}
      >
        <p>{words.how}</p>
        <TextInput
          {...field('email')}
          label={words.email}
          type="email"
          autoComplete="username"
          maxLength={limits.user.email.max}
        />
        <PasswordInput
          {...field('current_password')}
          {...visible}
          label={words.current}
          autoComplete="current-password"
          maxLength={limits.user.password.max}
        />
        <PasswordInput
          {...field('password')}
          {...visible}
          label={words.next}
          description={words.nextHint}
          autoComplete="new-password"
          maxLength={limits.user.password.max}
        />
        {change.error && errors.length === 0 ? (
          <InlineProblem>
            {errorStatus(change.error) === 404 ? words.elsewhere : errorMessage(change.error)}
          </InlineProblem>
        ) : null}
        {change.isSuccess ? <output>{words.changed}</output> : null}
        <Button type="submit" size="lg" loading={change.isPending}>
          {words.submit}
        </Button>
      </form>
    </Section>
  );
}
