import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { InlineProblem } from '../../components/inline-problem.tsx';
import { siteAddress } from '../../format.ts';
import { useFirstFocus } from '../../hooks/use-first-focus.ts';
import { paths } from '../../location.ts';
import { Logo } from '../../shell/logo.tsx';
import styles from './sign-in.module.css';
import { signInTexts } from './texts.ts';

export interface SignInProps {
  site: { name: string; url: string } | null;
  busy: boolean;
  /** False if the sign-in is lost when the program ends. */
  kept: boolean;
  /** True if this is a hub's page. */
  onHub: boolean;
  /** True if reading requires a sign-in. */
  isPrivate: boolean;
  problem: { title: string; help: string | null } | null;
  onSignIn: (email: string, password: string) => void;
  onForgot: (email: string) => void;
}

export function SignIn(props: SignInProps): ReactElement {
  const { site, busy, kept, onHub, isPrivate, problem, onSignIn, onForgot } = props;
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const first = useFirstFocus();
  return (
    <form
      className={styles.panel}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const complete = email.trim() !== '' && password !== '';
        setMissing(!complete);
        if (complete) onSignIn(email.trim(), password);
      }}
    >
      <div className={styles.head}>
        <Logo size="3.5rem" />
        <div>
          <h1>{signInTexts.title}</h1>
          {site ? (
            <p>
              {signInTexts.lead(site.name)}
              <br />
              <small>{siteAddress(site.url)}</small>
            </p>
          ) : null}
        </div>
      </div>
      <div className={styles.fields}>
        <TextInput
          label={signInTexts.email}
          type="email"
          autoComplete="username"
          ref={first}
          value={email}
          error={missing && email.trim() === '' ? signInTexts.emptyEmail : undefined}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label={signInTexts.password}
          autoComplete="current-password"
          value={password}
          error={missing && password === '' ? signInTexts.emptyPassword : undefined}
          visibilityToggleButtonProps={{ 'aria-label': signInTexts.visible }}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {problem ? (
          <InlineProblem>
            <strong>{problem.title}</strong>
            {problem.help ? <p>{problem.help}</p> : null}
          </InlineProblem>
        ) : null}
        <Button type="submit" size="xl" loading={busy} fullWidth>
          {signInTexts.submit}
        </Button>
        <Button variant="subtle" fullWidth onClick={() => onForgot(email.trim())}>
          {signInTexts.forgot.open}
        </Button>
        <p className={styles.without}>
          {onHub ? signInTexts.onHub : signInTexts.without} {kept ? null : signInTexts.notKept}
        </p>
        {onHub && isPrivate ? null : (
          <Button component={Link} href={paths.home} variant="subtle" fullWidth>
            {signInTexts.back}
          </Button>
        )}
      </div>
    </form>
  );
}
