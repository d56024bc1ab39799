import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';

import { api } from '../../api/client.ts';
import { errorMessage, errorStatus } from '../../api/errors.ts';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { Section } from '../../components/section.tsx';
import { Sheet } from '../../components/sheet.tsx';
import styles from './account.module.css';
import { accountTexts } from './texts.ts';

const words = accountTexts.signOut;

/** Ends all of the person's sign-ins at the site, and the one here. */
export function SignOutEverywhere({ userid }: { userid: number }): ReactElement {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const end = useMutation({
    mutationFn: async () => {
      await api('DELETE /benchside/users/{userid}/tokens', { params: { userid } });
      // The browser's cookie and the desk's window end with it; a token that has ended already is no failure.
      await api('DELETE /user/token', {}).catch((error: unknown) => {
        if (errorStatus(error) !== 401) throw error;
      });
    },
    onSuccess: () => client.resetQueries(),
  });
  return (
    <Section title={words.title}>
      <div className={styles.panel}>
        <p>{words.how}</p>
        <Button variant="default" size="lg" onClick={() => setAsking(true)}>
          {words.submit}
        </Button>
      </div>
      {isAsking ? (
        <Sheet title={words.ask} onClose={() => setAsking(false)}>
          <p>{words.sure}</p>
          {end.error ? <InlineProblem>{errorMessage(end.error)}</InlineProblem> : null}
          <div className={styles.actions}>
            <Button variant="default" size="lg" onClick={() => setAsking(false)}>
              {words.cancel}
            </Button>
            <Button size="lg" loading={end.isPending} onClick={() => end.mutate()}>
              {words.submit}
            </Button>
          </div>
        </Sheet>
      ) : null}
    </Section>
  );
}
