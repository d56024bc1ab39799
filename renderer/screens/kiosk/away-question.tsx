import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import type { ReactElement } from 'react';

import type { Away } from '../../../shared/model/kiosk.ts';
import { api } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { kioskQuery } from '../../api/queries/kiosk.ts';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { kioskTexts } from '../../features/kiosk/texts.ts';
import { clock } from '../../features/run/timing.ts';
import { duration } from '../../format.ts';
import styles from './away-question.module.css';

/** Asks the person who returns to a hidden screen whether the time away counts as work. Their jobs stay paused until they answer. */
export function AwayQuestion({ away }: { away: Away }): ReactElement {
  const client = useQueryClient();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (counts: boolean) => api('POST /benchside/kiosk/continue', { body: { counts } }),
    onSuccess: async (state) => {
      // The form of a paused job takes no focus: it has to be open again before this question closes.
      await client.invalidateQueries({ queryKey: ['work-log'] });
      client.setQueryData(kioskQuery.queryKey, state);
    },
  });
  const words = kioskTexts.away;
  return (
    <dialog ref={dialog} className={styles.ask} aria-labelledby={id} closedby="none">
      <h2 id={id}>{words.title(duration(away.seconds))}</h2>
      <p>{words.words}</p>
      <ul>
        {away.runs.map(({ entryid, workorderid, active_duration }) => (
          <li key={entryid}>{kioskTexts.cover.paused(workorderid, clock(active_duration))}</li>
        ))}
      </ul>
      {error ? <InlineProblem>{`${words.failed} ${errorMessage(error)}`}</InlineProblem> : null}
      <div>
        <Button size="xl" variant="default" disabled={isPending} onClick={() => mutate(false)}>
          {words.no}
        </Button>
        <Button size="xl" disabled={isPending} onClick={() => mutate(true)}>
          {words.yes}
        </Button>
      </div>
    </dialog>
  );
}
