import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconUsb } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { ReactElement } from 'react';

import { api } from '../../../api/client.ts';
import { errorMessage } from '../../../api/errors.ts';
import { bundleImportQuery } from '../../../api/queries/carry.ts';
import { isLeadAccount, userQuery } from '../../../api/queries/users.ts';
import { download } from '../../../components/download.ts';
import { FileButton } from '../../../components/file-button.tsx';
import { InlineProblem } from '../../../components/inline-problem.tsx';
import { LoadingPage } from '../../../components/loading.tsx';
import { FailedNotice } from '../../../components/notice.tsx';
import { Section } from '../../../components/section.tsx';
import { SyncPage } from '../sync-page.tsx';
import { syncTexts } from '../texts.ts';
import { BundleProgress, BundleReceipt } from './bundle-state.tsx';
import styles from './carry.module.css';
import { carryTexts } from './texts.ts';

export const CarryScreen = (): ReactElement => (
  <SyncPage tab="carry">
    <TakeBundle />
    <Edits />
  </SyncPage>
);

function TakeBundle(): ReactElement {
  const words = carryTexts.take;
  const client = useQueryClient();
  const { data: state, error, refetch } = useQuery(bundleImportQuery);
  const start = useMutation({
    mutationFn: ({ file, acceptRemovals = false }: { file: File; acceptRemovals?: boolean }) =>
      api('POST /benchside/bundle_import', { query: { file: file.name, acceptRemovals }, file }),
    onSuccess: (begun) => client.setQueryData(bundleImportQuery.queryKey, begun),
  });
  const stop = useMutation({
    mutationFn: () => api('DELETE /benchside/bundle_import'),
    onSuccess: (ended) => client.setQueryData(bundleImportQuery.queryKey, ended),
  });
  const isDone = state?.state === 'done';
  // The content of other screens came with the bundle.
  useEffect(() => {
    if (isDone)
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'bundle-import' });
  }, [client, isDone]);
  if (error) return <FailedNotice error={error} retry={() => void refetch()} />;
  if (!state) return <LoadingPage />;
  const sending = start.isPending ? start.variables.file.name : null;
  const isRunning = sending !== null || state.state === 'running';
  return (
    <Section title={words.title}>
      <div className={styles.panel}>
        <p>{words.words}</p>
        {isRunning ? (
          <BundleProgress state={state} sending={sending} />
        ) : (
          <>
            {start.error ? (
              <InlineProblem>{`${words.failed} ${errorMessage(start.error)}`}</InlineProblem>
            ) : (
              <BundleReceipt state={state} />
            )}
          </>
        )}
        {isRunning ? (
          <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
            {words.stop}
          </Button>
        ) : (
          <>
            {state.confirm === 'removals' ? (
              <ConfirmRemovals
                file={start.variables?.file}
                onConfirm={(file) => start.mutate({ file, acceptRemovals: true })}
              />
            ) : null}
            <FileButton words={words.choose} onFile={(file) => start.mutate({ file })} />
          </>
        )}
      </div>
    </Section>
  );
}

/** Lets a lead take a bundle that lacks much of what is here. The file has to be chosen again if this screen was left meanwhile. */
function ConfirmRemovals({
  file,
  onConfirm,
}: {
  file: File | undefined;
  onConfirm: (file: File) => void;
}): ReactElement {
  const words = carryTexts.take;
  const { data: user } = useQuery(userQuery);
  if (!isLeadAccount(user)) return <p>{words.leadConfirms}</p>;
  if (!file) return <FileButton words={words.confirmRemovals} onFile={onConfirm} />;
  return (
    <Button variant="default" onClick={() => onConfirm(file)}>
      {syncTexts.acceptRemovals}
    </Button>
  );
}

function Edits(): ReactElement {
  const user = useQuery(userQuery);
  const isLead = user.data ? isLeadAccount(user.data) : false;
  return (
    <>
      <SaveEdits isSignedIn={Boolean(user.data)} />
      {isLead ? <TakeEdits /> : null}
    </>
  );
}

function SaveEdits({ isSignedIn }: { isSignedIn: boolean }): ReactElement {
  const words = carryTexts.save;
  const save = useMutation({
    mutationFn: async () => {
      const file = await api('GET /benchside/unsent_edits');
      const day = new Date().toISOString().slice(0, 16).replace(/[:T]/g, '-');
      if (file.entries.length > 0)
        download(`benchside-edits-${day}.json`, 'application/json', JSON.stringify(file, null, 2));
      return file.entries.length;
    },
  });
  return (
    <Section title={words.title}>
      <div className={styles.panel}>
        <p>{words.words}</p>
        {isSignedIn ? (
          <Button
            variant="default"
            loading={save.isPending}
            leftSection={<IconUsb size="1.5rem" />}
            onClick={() => save.mutate()}
          >
            {words.button}
          </Button>
        ) : (
          <strong>{words.signIn}</strong>
        )}
        {save.data === undefined ? null : (
          <output>{save.data === 0 ? words.none : words.saved(save.data)}</output>
        )}
        {save.error ? <InlineProblem>{`${words.failed} ${errorMessage(save.error)}`}</InlineProblem> : null}
      </div>
    </Section>
  );
}

function TakeEdits(): ReactElement {
  const words = carryTexts.edits;
  const client = useQueryClient();
  const take = useMutation({
    mutationFn: (file: File) => api('POST /benchside/unsent_edits', { query: { file: file.name }, file }),
    onSuccess: () => client.invalidateQueries(),
  });
  return (
    <Section title={words.title}>
      <div className={styles.panel}>
        <p>{words.words}</p>
        <FileButton
          words={words.choose}
          accept=".json"
          loading={take.isPending}
          onFile={(file) => take.mutate(file)}
        />
        {take.data ? <output>{words.taken(take.data.taken)}</output> : null}
        {take.error ? <InlineProblem>{`${words.failed} ${errorMessage(take.error)}`}</InlineProblem> : null}
      </div>
    </Section>
  );
}
