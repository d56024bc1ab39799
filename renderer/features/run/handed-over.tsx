import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconTransfer } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import { api } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { userQuery } from '../../api/queries/users.ts';
import { entryQuery, seenNow, teamRunsQuery } from '../../api/queries/work-log.ts';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { Section } from '../../components/section.tsx';
import { count } from '../../format.ts';
import { paths } from '../../location.ts';
import { navigate } from '../../state/navigation.ts';
import { useWithGuides } from './open-runs.tsx';
import { RunCard } from './run-card.tsx';
import styles from './run-card.module.css';
import { runTexts } from './texts.ts';

/** Jobs that others have handed over, each to take over by one touch. */
export function HandedOver({ now }: { now: number }): ReactElement | null {
  const client = useQueryClient();
  const { data: user } = useQuery(userQuery);
  const team = useQuery({ ...teamRunsQuery(user?.userid ?? 0), enabled: Boolean(user) });
  const runs = useWithGuides(team.data ?? []);
  const take = useMutation({
    mutationFn: (entryid: number) =>
      api('POST /work_log/{entryid}/assume', { params: { entryid }, body: {} }),
    onSuccess: (entry) => {
      client.setQueryData(entryQuery(entry.entryid).queryKey, seenNow(entry));
      void client.invalidateQueries({ queryKey: ['work-log'], refetchType: 'none' });
      navigate(paths.run(entry.entryid));
    },
    // Someone else may have been faster.
    onError: () => client.invalidateQueries({ queryKey: ['work-log'] }),
  });
  const words = runTexts.home;
  if (runs.length === 0) return null;
  return (
    <Section title={`${words.team} · ${count(runs.length)}`} note={words.teamNote}>
      {take.error ? <InlineProblem>{`${words.takeFailed} ${errorMessage(take.error)}`}</InlineProblem> : null}
      <ul className={styles.cards}>
        {runs.map(({ seen, guide }) => (
          <li key={seen.entry.entryid} className={styles.handed}>
            <RunCard seen={seen} guide={guide} now={now} />
            <Button
              size="lg"
              disabled={take.isPending}
              leftSection={<IconTransfer size="1.5rem" aria-hidden />}
              aria-label={`${words.take}: ${seen.entry.workorderid}`}
              onClick={() => take.mutate(seen.entry.entryid)}
            >
              {words.take}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
