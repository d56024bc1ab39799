import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { api } from '../../../api/client.ts';
import { fieldErrorsOf, errorMessage } from '../../../api/errors.ts';
import { siteStateQuery } from '../../../api/queries/hub.ts';
import type { Call } from '../../../api/types.ts';
import { InlineProblem } from '../../../components/inline-problem.tsx';
import { LoadingPage } from '../../../components/loading.tsx';
import { FailedNotice } from '../../../components/notice.tsx';
import { Section } from '../../../components/section.tsx';
import { Toast } from '../../../components/toast.tsx';
import { BundlePanel } from '../../../features/site/bundle-panel.tsx';
import { EditsPanel } from '../../../features/site/edits-panel.tsx';
import { ConnectPanel } from '../../../features/site/connect-panel.tsx';
import { ImportPanel } from '../../../features/site/import-panel.tsx';
import { bundleTexts, carriedEditsTexts, connectTexts, importTexts } from '../../../features/site/texts.ts';
import { AdminPage } from '../admin-page.tsx';
import { adminTexts } from '../texts.ts';
import { SiteForm } from './site-form.tsx';
import { siteValue } from './site-value.ts';
import styles from './site.module.css';
import { siteTexts as words } from './texts.ts';

export const SiteScreen = (): ReactElement => (
  <AdminPage part="site">{({ isAdmin }) => (isAdmin ? <Site /> : <p>{words.adminsOnly}</p>)}</AdminPage>
);

function Site(): ReactElement {
  const client = useQueryClient();
  const site = useQuery({ ...siteStateQuery, refetchOnWindowFocus: false });
  const save = useMutation({
    mutationFn: (body: Call<'PATCH /benchside/site'>['body']) => api('PATCH /benchside/site', { body }),
    // The settings show in many places, such as the name at the top of the page.
    onSuccess: () => client.invalidateQueries(),
  });
  if (site.error) return <FailedNotice error={site.error} retry={() => void site.refetch()} />;
  if (!site.data) return <LoadingPage />;
  const errors = fieldErrorsOf(save.error);
  return (
    <>
      <SiteForm
        key={JSON.stringify(siteValue(site.data))}
        state={site.data}
        busy={save.isPending}
        errors={errors}
        problem={
          save.error && errors.length === 0 ? (
            <InlineProblem>{`${adminTexts.failed} ${errorMessage(save.error)}`}</InlineProblem>
          ) : null
        }
        onSave={(change) => save.mutate(change)}
        onRemoveMail={() => save.mutate({ smtpUrl: null })}
      />
      <Section title={importTexts.title}>
        <div className={styles.panel}>
          <ImportPanel />
        </div>
      </Section>
      <Section title={bundleTexts.title}>
        <div className={styles.panel}>
          <BundlePanel />
        </div>
      </Section>
      <Section title={carriedEditsTexts.title}>
        <div className={styles.panel}>
          <EditsPanel />
        </div>
      </Section>
      <Section title={connectTexts.title}>
        <div className={styles.panel}>
          <ConnectPanel {...site.data} />
        </div>
      </Section>
      {save.isSuccess ? <Toast words={words.saved} onClose={() => save.reset()} /> : null}
    </>
  );
}
