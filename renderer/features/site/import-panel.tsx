import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconTools } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';

import type { ImportState } from '../../../shared/model/import.ts';
import { api } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { importQuery } from '../../api/queries/hub.ts';
import { homeQuery } from '../../api/queries/site.ts';
import { FileButton } from '../../components/file-button.tsx';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { ProgressBar } from '../../components/progress.tsx';
import { CheckRow } from '../../components/tick.tsx';
import { phrase } from '../../../shared/phrase.ts';
import styles from './site.module.css';
import { importTexts as words } from './texts.ts';

/** Imports a file or the sample into the hub, and shows how far it is. */
export function ImportPanel(): ReactElement | null {
  const client = useQueryClient();
  const { data: state } = useQuery(importQuery);
  const [fetches, setFetches] = useState(true);
  const start = useMutation({
    mutationFn: (file: File | null) =>
      file
        ? api('POST /benchside/import', {
            query: { file: file.name, pictures: fetches ? 'fetch' : 'keep' },
            file,
          })
        : api('POST /benchside/import/sample'),
    onSuccess: (begun) => client.setQueryData(importQuery.queryKey, begun),
  });
  const stop = useMutation({
    mutationFn: () => api('DELETE /benchside/import'),
    onSuccess: (ended) => client.setQueryData(importQuery.queryKey, ended),
  });
  const isRunning = state?.state === 'running';
  useEffect(() => {
    if (!isRunning) void client.invalidateQueries({ queryKey: homeQuery.queryKey });
  }, [client, isRunning]);
  if (!state) return null;
  if (start.isPending || isRunning)
    return (
      <Running
        state={state}
        sending={start.isPending && start.variables ? start.variables.name : null}
        onStop={isRunning && state.file !== '' ? () => stop.mutate() : null}
      />
    );
  return (
    <div className={styles.import}>
      {start.error ? <InlineProblem>{`${words.failed} ${errorMessage(start.error)}`}</InlineProblem> : null}
      <Ended state={state} />
      <div className={styles.choices}>
        <div className={styles.choice}>
          <FileButton words={words.choose} accept=".jsonl,.gz,.json" onFile={(file) => start.mutate(file)} />
          <p>{words.words}</p>
          <CheckRow label={words.fetch} hint={words.fetchHint} checked={fetches} onChange={setFetches} />
        </div>
        {state.sample ? (
          <div className={styles.choice}>
            <Button variant="default" leftSection={<IconTools />} onClick={() => start.mutate(null)}>
              {words.sample}
            </Button>
            <p>{words.sampleWords}</p>
          </div>
        ) : null}
      </div>
    </div>
  );
}

interface RunningProps {
  state: ImportState;
  /** Name of a file that is being sent. */
  sending: string | null;
  onStop: (() => void) | null;
}

function Running({ state, sending, onStop }: RunningProps): ReactElement {
  const { file, guides, pictures } = state;
  /** A fixture names all pictures before the first one is stored; lines name theirs one by one. */
  const isCounted = pictures.total > 0 && !/\.jsonl/i.test(file);
  const title =
    sending !== null ? words.uploading(sending) : file === '' ? words.runningSample : words.running(file);
  return (
    <div className={styles.import}>
      <output>
        <strong>{title}</strong>
      </output>
      <ProgressBar
        done={pictures.done}
        total={sending === null && isCounted ? pictures.total : null}
        label={title}
      />
      {isCounted ? null : <p>{words.guides(guides)}</p>}
      {pictures.total > 0 ? <p>{words.picturesDone(pictures.done, pictures.total)}</p> : null}
      {onStop ? (
        <Button variant="default" className={styles.small} onClick={onStop}>
          {words.stop}
        </Button>
      ) : null}
    </div>
  );
}

function Ended({ state }: { state: ImportState }): ReactElement | null {
  if (state.state === 'none' || state.state === 'running') return null;
  if (state.state === 'failed')
    return <InlineProblem>{`${words.failed} ${phrase(state.message ?? '')}`}</InlineProblem>;
  const { guides, failed, pictures, notes, noteCount } = state;
  return (
    <div>
      <output>
        <strong>{state.state === 'stopped' ? words.stopped(guides) : words.done(guides)}</strong>{' '}
        {failed > 0 ? words.lines(failed) : null}{' '}
        {pictures.total > 0 ? words.picturesHere(pictures.done, pictures.total) : null}
      </output>
      {noteCount > 0 ? (
        <details className={styles.notes}>
          <summary>{words.notes(noteCount)}</summary>
          <ul dir="ltr">
            {notes.map(({ line, note }, index) => (
              // Lines may repeat, and the list never changes.
              <li key={`${line} ${index}`}>
                {line > 0 ? `${words.line(line)}: ` : ''}
                {note}
              </li>
            ))}
          </ul>
          {noteCount > notes.length ? <p>{words.more(noteCount - notes.length)}</p> : null}
        </details>
      ) : null}
    </div>
  );
}
