import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { api } from '../../api/client.ts';
import { fieldErrorsOf, errorMessage } from '../../api/errors.ts';
import { siteStateQuery } from '../../api/queries/hub.ts';
import { infoQuery } from '../../api/queries/site.ts';
import { userQuery } from '../../api/queries/users.ts';
import { LoadingPage } from '../../components/loading.tsx';
import { FailedNotice } from '../../components/notice.tsx';
import { Section } from '../../components/section.tsx';
import { ConnectPanel } from '../../features/site/connect-panel.tsx';
import { ImportPanel } from '../../features/site/import-panel.tsx';
import { connectTexts } from '../../features/site/texts.ts';
import { useTitle } from '../../hooks/page.ts';
import { paths } from '../../location.ts';
import { navigate, useHashSearch } from '../../state/navigation.ts';
import { SetUp } from './set-up.tsx';
import { SetUpPage } from './set-up-page.tsx';
import type { Given } from './set-up.tsx';
import styles from './set-up.module.css';
import { setUpTexts as words } from './texts.ts';

/** Sets up a hub without accounts, then offers guides and desks to its first admin. */
export function SetUpScreen(): ReactElement | null {
  const info = useQuery(infoQuery);
  useTitle(words.title);
  if (info.error) return <FailedNotice error={info.error} retry={() => void info.refetch()} />;
  if (!info.data) return <LoadingPage />;
  return info.data.setup === 'open' ? (
    <FirstAccount isRestorable={info.data.restore === true} />
  ) : (
    <Afterwards name={info.data.name} />
  );
}

function FirstAccount({ isRestorable }: { isRestorable: boolean }): ReactElement {
  const client = useQueryClient();
  const code = useHashSearch().get('code') ?? '';
  const setUp = useMutation({
    mutationFn: (body: Given) => api('POST /benchside/setup', { body }),
    onSuccess: async ({ authToken: _, ...user }) => {
      // Before the page knows that the hub is set up: it sends strangers away.
      client.setQueryData(userQuery.queryKey, user);
      // Replaces the code in the address, which is of no use any more.
      navigate(paths.setUp, { replace: true });
      await client.invalidateQueries();
    },
  });
  const errors = fieldErrorsOf(setUp.error);
  return (
    <SetUp
      code={code}
      busy={setUp.isPending}
      isRestorable={isRestorable}
      problem={setUp.error && errors.length === 0 ? errorMessage(setUp.error) : null}
      errors={errors}
      onSetUp={(given) => setUp.mutate(given)}
    />
  );
}

function Afterwards({ name }: { name: string }): ReactElement | null {
  const user = useQuery(userQuery);
  const isAdmin = user.data?.greatest_privilege === 'Admin';
  const site = useQuery({ ...siteStateQuery, enabled: isAdmin });
  const isStranger = user.data !== undefined && !isAdmin;
  useEffect(() => {
    if (isStranger) navigate(paths.home, { replace: true });
  }, [isStranger]);
  if (!isAdmin) return null;
  return (
    <SetUpPage title={words.readyTitle(name)} lead={words.readyLead}>
      <div className={`${styles.parts} ${styles.alone}`}>
        <Section title={words.guides} note={words.empty}>
          <ImportPanel />
        </Section>
        {site.data ? (
          <Section title={connectTexts.title}>
            <ConnectPanel {...site.data} />
          </Section>
        ) : null}
      </div>
      <div className={styles.foot}>
        <Button component={Link} href={paths.home} size="xl" fullWidth>
          {words.finish}
        </Button>
      </div>
    </SetUpPage>
  );
}
