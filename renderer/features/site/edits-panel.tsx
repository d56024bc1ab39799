import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ReactElement } from 'react';

import type { TakenEdits } from '../../../shared/model/carry.ts';
import { api } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { carriedEditsQuery } from '../../api/queries/carry.ts';
import { FileButton } from '../../components/file-button.tsx';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { ProgressBar } from '../../components/progress.tsx';
import { phrase } from '../../../shared/phrase.ts';
import styles from './site.module.css';
import { carriedEditsTexts as words } from './texts.ts';

/** Takes edits that desks without a network saved to files. */
export function EditsPanel(): ReactElement | null {
  const client = useQueryClient();
  const { data: state } = useQuery(carriedEditsQuery);
  const take = useMutation({
    mutationFn: (file: File) => api('POST /benchside/carried_edits', { query: { file: file.name }, file }),
    onSuccess: (begun) => client.setQueryData(carriedEditsQuery.queryKey, begun),
  });
  const isDone = state?.state === 'done';
  // The edits changed what other screens show.
  useEffect(() => {
    if (isDone)
      void client.invalidateQueries({ predicate: ({ queryKey }) => !queryKey.includes('carried-edits') });
  }, [client, isDone]);
  if (!state) return null;
  const isRunning = take.isPending || state.state === 'running';
  const running = words.taking(take.isPending ? take.variables.name : state.file);
  const problem = take.error ? errorMessage(take.error) : state.message && phrase(state.message);
  return (
    <div className={styles.import}>
      <p>{words.words}</p>
      {isRunning ? (
        <>
          <output>
            <strong>{running}</strong>
          </output>
          <ProgressBar label={running} done={0} total={null} />
        </>
      ) : (
        <>
          {problem ? (
            <InlineProblem>{`${words.failed} ${problem}`}</InlineProblem>
          ) : state.result ? (
            <Receipt file={state.file} result={state.result} />
          ) : null}
          <FileButton words={words.choose} accept=".json" onFile={(file) => take.mutate(file)} />
        </>
      )}
    </div>
  );
}

/** Says which edits have arrived, and which stay at their desk and why. */
function Receipt({ file, result }: { file: string; result: TakenEdits }): ReactElement {
  const { arrived, known, waiting } = result;
  return (
    <output className={styles.receipt}>
      <strong>{words.done(file)}</strong>
      <ul>
        <li>{words.arrived(arrived)}</li>
        {known > 0 ? <li>{words.known(known)}</li> : null}
        {waiting.map(({ author, edits, reason, message }) => (
          <li key={`${author} ${reason} ${message}`}>
            {words.waiting(author, edits)} {words.reasons[reason]} {message && phrase(message)}
          </li>
        ))}
      </ul>
      {words.confirm}
    </output>
  );
}
