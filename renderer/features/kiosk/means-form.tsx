import { Button, PasswordInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';

import type { KioskPerson } from '../../../shared/model/kiosk.ts';
import { api } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { InlineNote, InlineProblem } from '../../components/inline-problem.tsx';
import { sentenceList } from '../../format.ts';
import { plainDigits } from '../../numerals.ts';
import styles from './means-form.module.css';
import { isPin } from './pin-pad.tsx';
import { kioskQuery } from '../../api/queries/kiosk.ts';
import { kioskTexts } from './texts.ts';

/** Sets a person's PIN and badge for this desk. The fields hide their text from onlookers. */
export function MeansForm({ person }: { person: KioskPerson | undefined }): ReactElement {
  const client = useQueryClient();
  const words = kioskTexts.me;
  const [pin, setPin] = useState('');
  const [badge, setBadge] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: (body: { password: string; pin?: string; badge?: string }) =>
      api('PUT /benchside/kiosk/me', { body }),
    onSuccess: async () => {
      setPin('');
      setBadge('');
      setPassword('');
      await client.invalidateQueries({ queryKey: kioskQuery.queryKey });
    },
  });
  const submit = (): void => {
    save.reset();
    const wrong = pin !== '' && !isPin(pin) ? words.pinWrong : pin + badge === '' ? words.nothing : null;
    setProblem(wrong);
    if (wrong !== null || password === '') return;
    save.mutate({ password, ...(pin ? { pin } : {}), ...(badge.trim() ? { badge: badge.trim() } : {}) });
  };
  const has = [...(person?.hasPin ? [words.hasPin] : []), ...(person?.hasBadge ? [words.hasBadge] : [])];
  const shown = problem ?? (save.error ? errorMessage(save.error) : null);
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p>{words.lead}</p>
      <p className={styles.has}>
        {words.has} <strong>{has.length > 0 ? sentenceList(has) : words.hasNothing}</strong>
      </p>
      <PasswordInput
        label={words.pin}
        description={words.pinHint}
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        value={pin}
        visibilityToggleButtonProps={{ 'aria-label': words.visible }}
        onChange={(event) => setPin(plainDigits(event.currentTarget.value))}
      />
      <PasswordInput
        data-badge
        label={words.badge}
        description={words.badgeHint}
        autoComplete="off"
        value={badge}
        visibilityToggleButtonProps={{ 'aria-label': words.visible }}
        onChange={(event) => setBadge(event.currentTarget.value)}
        onKeyDown={(event) => {
          // A scanner ends with Enter, which must not submit: the password is still missing.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <PasswordInput
        label={words.password}
        description={words.passwordHint}
        autoComplete="off"
        value={password}
        visibilityToggleButtonProps={{ 'aria-label': words.visible }}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {shown === null ? null : <InlineProblem>{shown}</InlineProblem>}
      {save.isSuccess && shown === null ? <InlineNote>{words.saved}</InlineNote> : null}
      <Button type="submit" loading={save.isPending} disabled={password === ''}>
        {words.save}
      </Button>
    </form>
  );
}
