import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactElement } from 'react';

import type { FieldError } from '../../../../shared/errors.ts';
import { guideTypes } from '../../../../shared/model/guide.ts';
import type { SiteState } from '../../../../shared/model/site.ts';
import { Section } from '../../../components/section.tsx';
import { Segments } from '../../../components/segments.tsx';
import { typeName } from '../../../vocabulary.ts';
import { adminTexts } from '../texts.ts';
import { changeOf, problemsOf, siteValue } from './site-value.ts';
import type { SiteValue } from './site-value.ts';
import styles from './site.module.css';
import { siteTexts as words } from './texts.ts';

export interface SiteFormProps {
  state: SiteState;
  busy: boolean;
  /** The hub's refusals, by field. */
  errors: readonly FieldError[];
  problem: ReactElement | null;
  onSave: (change: ReturnType<typeof changeOf>) => void;
  onRemoveMail: () => void;
}

/** All settings of a site. Saved together, because some make sense only with others. */
export function SiteForm({
  state,
  busy,
  errors,
  problem,
  onSave,
  onRemoveMail,
}: SiteFormProps): ReactElement {
  const [value, setValue] = useState(siteValue(state));
  const put = (change: Partial<SiteValue>): void => setValue((before) => ({ ...before, ...change }));
  const change = changeOf(value, state);
  const problems = problemsOf(value);
  const isChanged = Object.keys(change).length > 0;
  type Text = 'name' | 'appids' | 'langid' | 'langids' | 'offlineDays' | 'smtpUrl' | 'mailFrom';
  const field = (key: Text, hint?: string) => ({
    label: words[key],
    ...(hint !== undefined && { description: hint }),
    value: value[key],
    error: problems[key] ?? errors.find((one) => one.field.split('.')[0] === key)?.message,
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      put({ [key]: currentTarget.value }),
  });
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && Object.keys(problems).length === 0) onSave(change);
      }}
    >
      <Section title={words.general}>
        <div className={styles.panel}>
          <TextInput {...field('name', words.nameHint)} required />
          <div className={styles.named}>
            <span>{words.private}</span>
            <Segments
              label={words.private}
              value={value.private ? 'private' : 'public'}
              options={(['private', 'public'] as const).map((one) => ({
                value: one,
                label: words.access[one],
              }))}
              onChange={(one) => put({ private: one === 'private' })}
            />
            <small>{words.privateHint}</small>
          </div>
          <div className={styles.named}>
            <span>{words.registration}</span>
            <Segments
              label={words.registration}
              value={value.publicRegistration ? 'everyone' : 'admins'}
              options={(['admins', 'everyone'] as const).map((one) => ({
                value: one,
                label: words.ways[one],
              }))}
              onChange={(one) => put({ publicRegistration: one === 'everyone' })}
            />
            <small>{words.registrationHint}</small>
          </div>
          <TextInput {...field('appids', words.appidsHint)} dir="ltr" />
        </div>
      </Section>
      <Section title={words.languages}>
        <div className={styles.panel}>
          <TextInput {...field('langid', words.langidHint)} required dir="ltr" />
          <TextInput {...field('langids', words.langidsHint)} dir="ltr" />
          <fieldset className={`${styles.named} ${styles.wide}`}>
            <legend>{words.guideTypes}</legend>
            <div className={styles.types}>
              {guideTypes.map((type) => (
                <label key={type}>
                  <input
                    type="checkbox"
                    checked={value.guideTypes.includes(type)}
                    onChange={({ currentTarget: { checked } }) =>
                      put({
                        guideTypes: guideTypes.filter((one) =>
                          one === type ? checked : value.guideTypes.includes(one),
                        ),
                      })
                    }
                  />
                  {typeName(type)}
                </label>
              ))}
            </div>
            {problems.guideTypes ? <small role="alert">{problems.guideTypes}</small> : null}
          </fieldset>
        </div>
      </Section>
      <Section title={words.desks}>
        <div className={styles.panel}>
          <TextInput {...field('offlineDays', words.offlineDaysHint)} required inputMode="numeric" />
        </div>
      </Section>
      <Section title={words.mail}>
        <div className={styles.panel}>
          <p>
            {state.smtpUrl === null ? words.mailOff : <bdi>{words.mailOn(state.smtpUrl)}</bdi>}{' '}
            {state.mails.waiting > 0 ? words.waiting(state.mails.waiting) : null}{' '}
            {state.mails.failed > 0 ? words.failed(state.mails.failed) : null}
          </p>
          {state.mailFromCommandLine ? (
            <p>{words.mailLocked}</p>
          ) : (
            <>
              <TextInput {...field('smtpUrl', words.smtpUrlHint)} type="password" dir="ltr" />
              <TextInput {...field('mailFrom')} type="email" dir="ltr" />
              {state.smtpUrl === null ? null : (
                <Button variant="default" disabled={busy} onClick={onRemoveMail}>
                  {words.removeMail}
                </Button>
              )}
            </>
          )}
        </div>
      </Section>
      {problem}
      <div className={styles.save}>
        {isChanged ? <span>{words.notSaved}</span> : null}
        <Button type="submit" size="lg" loading={busy} disabled={!isChanged}>
          {adminTexts.save}
        </Button>
      </div>
    </form>
  );
}
