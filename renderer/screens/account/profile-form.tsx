import { Button, TextInput, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';

import { limits } from '../../../shared/limits.ts';
import type { User } from '../../../shared/model/user.ts';
import { api } from '../../api/client.ts';
import { fieldErrorsOf, errorMessage } from '../../api/errors.ts';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { Section } from '../../components/section.tsx';
import { Toast } from '../../components/toast.tsx';
import styles from './account.module.css';
import { accountTexts as words } from './texts.ts';

interface Profile {
  username: string;
  location: string;
  about: string;
}

const profileOf = ({ username, location, about_raw }: User): Profile => ({
  username,
  location: location ?? '',
  about: about_raw || '',
});

export function ProfileForm({ user }: { user: User }): ReactElement {
  const client = useQueryClient();
  const [value, setValue] = useState(profileOf(user));
  const before = profileOf(user);
  const isChanged = (Object.keys(before) as (keyof Profile)[]).some((key) => value[key] !== before[key]);
  const isNameless = value.username.trim() === '';
  const save = useMutation({
    mutationFn: (body: Profile) => api('PATCH /users/{userid}', { params: { userid: user.userid }, body }),
    // The name shows in many places.
    onSuccess: (answer) => {
      setValue(profileOf(answer));
      return client.invalidateQueries();
    },
  });
  const errors = fieldErrorsOf(save.error);
  const field = (key: keyof Profile) => ({
    value: value[key],
    error: errors.find((one) => one.field === key)?.message,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setValue((old) => ({ ...old, [key]: currentTarget.value })),
  });
  return (
    <Section title={words.profile}>
      <form
        className={styles.panel}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged && !isNameless) save.mutate(value);
        }}
      >
        <TextInput
          {...field('username')}
          {...(isNameless && { error: words.emptyName })}
          label={words.name}
          description={words.nameHint}
          autoComplete="name"
          maxLength={limits.user.name.max}
          required
        />
        <TextInput
          {...field('location')}
          label={words.place}
          autoComplete="off"
          maxLength={limits.user.location.max}
        />
        <Textarea
          {...field('about')}
          label={words.about}
          autosize
          minRows={3}
          maxLength={limits.user.about.max}
        />
        {save.error && errors.length === 0 ? (
          <InlineProblem>{`${words.failed} ${errorMessage(save.error)}`}</InlineProblem>
        ) : null}
        <Button type="submit" size="lg" loading={save.isPending} disabled={!isChanged}>
          {words.save}
        </Button>
      </form>
      {save.isSuccess ? <Toast words={words.saved} onClose={() => save.reset()} /> : null}
    </Section>
  );
}
