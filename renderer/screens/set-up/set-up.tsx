import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactElement } from 'react';

import type { FieldError } from '../../../shared/errors.ts';
import { isLanguage, languages, spokenLanguage } from '../../../shared/language.ts';
import { limits } from '../../../shared/limits.ts';
import { NativeSelect } from '../../components/choice.tsx';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { Segments } from '../../components/segments.tsx';
import { useFirstFocus } from '../../hooks/use-first-focus.ts';
import { RestorePanel } from './restore-panel.tsx';
import { SetUpPage } from './set-up-page.tsx';
import styles from './set-up.module.css';
import { setUpTexts as words } from './texts.ts';

export interface Given {
  code: string;
  username: string;
  email: string;
  password: string;
  name: string;
  langid: string;
  private: boolean;
}

export interface SetUpProps {
  /** The code in the address that the hub's console shows; empty if it has to be typed. */
  code: string;
  busy: boolean;
  /** True to offer restoring a backup as well as setting up a new hub. */
  isRestorable: boolean;
  problem: string | null;
  /** The hub's refusals, by field. */
  errors: readonly FieldError[];
  onSetUp: (given: Given) => void;
}

const languageChoices = Object.entries(languages).flatMap(([value, label]) =>
  isLanguage(value) ? [{ value: value as string, label: label as string }] : [],
);

export function SetUp({ code, busy, isRestorable, problem, errors, onSetUp }: SetUpProps): ReactElement {
  const [given, setGiven] = useState<Given>({
    code,
    username: '',
    email: '',
    password: '',
    name: '',
    langid: spokenLanguage(),
    private: true,
  });
  const [checked, setChecked] = useState(false);
  /** True once a backup was chosen without a code. */
  const [lacksCode, setLacksCode] = useState(false);
  const first = useFirstFocus();
  const required = ['code', 'username', 'email', 'password', 'name'] as const;
  type Text = (typeof required)[number];
  const field = (key: Text, label: string) => ({
    label,
    required: true,
    value: given[key],
    error:
      (checked || (lacksCode && key === 'code')) && given[key].trim() === ''
        ? words.missing
        : errors.find((one) => one.field === key)?.message,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setGiven((before) => ({ ...before, [key]: value })),
  });
  return (
    <SetUpPage title={words.title} lead={words.lead}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setChecked(true);
          if (required.every((key) => given[key].trim() !== '')) onSetUp(given);
        }}
      >
        <div className={styles.parts}>
          <section className={styles.part} aria-labelledby="set-up-you">
            <h2 id="set-up-you">{words.you}</h2>
            <p>{words.youWords}</p>
            <TextInput
              {...field('username', words.name)}
              ref={first}
              autoComplete="name"
              maxLength={limits.user.name.max}
            />
            <TextInput {...field('email', words.email)} type="email" autoComplete="username" />
            <PasswordInput
              {...field('password', words.password)}
              description={words.passwordHint}
              autoComplete="new-password"
              visibilityToggleButtonProps={{ 'aria-label': words.visible }}
            />
          </section>
          <section className={styles.part} aria-labelledby="set-up-workshop">
            <h2 id="set-up-workshop">{words.workshop}</h2>
            <TextInput
              {...field('name', words.siteName)}
              description={words.siteNameHint}
              autoComplete="organization"
              maxLength={limits.user.name.max}
            />
            <NativeSelect
              label={words.language}
              value={given.langid}
              options={languageChoices}
              onChange={(langid) => setGiven((before) => ({ ...before, langid }))}
            />
            <div className={styles.named}>
              <span>{words.readers}</span>
              <Segments
                label={words.readers}
                value={given.private ? 'private' : 'public'}
                options={(['private', 'public'] as const).map((value) => ({
                  value,
                  label: words.access[value],
                }))}
                onChange={(access) => setGiven((before) => ({ ...before, private: access === 'private' }))}
              />
              <span className={styles.hint}>{words.readersHint}</span>
            </div>
            {code === '' ? (
              <TextInput
                {...field('code', words.code)}
                description={words.codeHint}
                autoComplete="off"
                spellCheck={false}
                dir="ltr"
                maxLength={limits.setUp.code.max}
              />
            ) : null}
          </section>
        </div>
        <div className={styles.foot}>
          {problem ? <InlineProblem>{`${words.failed} ${problem}`}</InlineProblem> : null}
          <Button type="submit" size="xl" loading={busy} fullWidth>
            {words.submit}
          </Button>
        </div>
      </form>
      {isRestorable ? (
        <section className={`${styles.part} ${styles.restore}`} aria-labelledby="set-up-restore">
          <h2 id="set-up-restore">{words.restore.title}</h2>
          <RestorePanel code={given.code} onMissingCode={() => setLacksCode(true)} />
        </section>
      ) : null}
    </SetUpPage>
  );
}
