import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconDownload, IconPackageExport } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactElement } from 'react';

import type { BundlePictures } from '../../../shared/model/bundle.ts';
import { api } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { hubBundleQuery } from '../../api/queries/carry.ts';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { ProgressBar } from '../../components/progress.tsx';
import { Segments } from '../../components/segments.tsx';
import { bytes, moment } from '../../format.ts';
import { phrase } from '../../../shared/phrase.ts';
import styles from './site.module.css';
import { bundleTexts as words } from './texts.ts';

/** Makes a bundle for desks without a network, and offers the newest one. */
export function BundlePanel(): ReactElement | null {
  const client = useQueryClient();
  const { data: state } = useQuery(hubBundleQuery);
  const [pictures, setPictures] = useState<BundlePictures>('all');
  const start = useMutation({
    mutationFn: () => api('POST /benchside/bundle', { body: { pictures } }),
    onSuccess: (begun) => client.setQueryData(hubBundleQuery.queryKey, begun),
  });
  const stop = useMutation({
    mutationFn: () => api('DELETE /benchside/bundle'),
    onSuccess: (ended) => client.setQueryData(hubBundleQuery.queryKey, ended),
  });
  if (!state) return null;
  const { bundle } = state;
  const problem = start.error ? errorMessage(start.error) : state.message && phrase(state.message);
  return (
    <div className={styles.import}>
      <p>{words.words}</p>
      {bundle ? (
        <div className={styles.choice}>
          <Button
            component="a"
            href="api/2.0/benchside/bundle?download"
            download
            leftSection={<IconDownload size="1.5rem" />}
          >
            {words.download(bytes(bundle.bytes))}
          </Button>
          <p>
            {words.made(moment(bundle.made), bundle.guides, bundle.wikis)} {words.has[bundle.pictures]}
          </p>
        </div>
      ) : null}
      {state.state === 'running' ? (
        <>
          <output>
            <strong>{words.making}</strong>
          </output>
          <ProgressBar label={words.making} done={0} total={null} />
          <Button variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
            {words.stop}
          </Button>
        </>
      ) : (
        <>
          <Segments
            label={words.pictures}
            value={pictures}
            options={(['all', 'opened', 'none'] as const).map((value) => ({
              value,
              label: words.choice[value],
            }))}
            onChange={setPictures}
          />
          <Button
            variant="default"
            loading={start.isPending}
            leftSection={<IconPackageExport size="1.5rem" />}
            onClick={() => start.mutate()}
          >
            {words.make}
          </Button>
        </>
      )}
      {problem ? <InlineProblem>{`${words.failed} ${problem}`}</InlineProblem> : null}
    </div>
  );
}
