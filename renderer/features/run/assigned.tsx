import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconPlayerPlayFilled } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import type { Assignment } from '../../../shared/model/assignment.ts';
import { errorMessage } from '../../api/errors.ts';
import { assignmentsQuery, waitsFor } from '../../api/queries/assignments.ts';
import { settingsQuery } from '../../api/queries/settings.ts';
import { userQuery } from '../../api/queries/users.ts';
import { entryQuery, seenNow } from '../../api/queries/work-log.ts';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { Section } from '../../components/section.tsx';
import { count } from '../../format.ts';
import { paths } from '../../location.ts';
import { navigate } from '../../state/navigation.ts';
import { AssignmentCard } from './assignment-card.tsx';
import styles from './run-card.module.css';
import { startJob } from './start-job.ts';
import { runTexts } from './texts.ts';

/** Returns the work that is assigned to the signed-in person or to this desk. */
export function useAssigned(): Assignment[] {
  const { data: user } = useQuery(userQuery);
  const { data: settings } = useQuery(settingsQuery);
  const { data = [] } = useQuery(assignmentsQuery(user?.userid));
  const { deskName, givenName } = settings ?? {};
  const names = [deskName, givenName].filter((name) => name !== undefined);
  return user ? data.filter(waitsFor(user.userid, ...names)) : [];
}

/** Work that a lead has assigned to this person or this bench, each to start by one touch. */
export function Assigned({ now }: { now: number }): ReactElement | null {
  const client = useQueryClient();
  const assigned = useAssigned();
  const start = useMutation({
    mutationFn: ({ guideid, workorderid }: Assignment) => startJob(client, guideid, workorderid),
    onSuccess: (entry) => {
      client.setQueryData(entryQuery(entry.entryid).queryKey, seenNow(entry));
      void client.invalidateQueries({ queryKey: ['work-log'], refetchType: 'none' });
      navigate(paths.run(entry.entryid));
    },
    onError: () => client.invalidateQueries({ queryKey: ['work-log'] }),
  });
  const words = runTexts.assigned;
  if (assigned.length === 0) return null;
  return (
    <Section title={`${words.title} · ${count(assigned.length)}`} note={words.note}>
      {start.error ? (
        <InlineProblem>{`${words.startFailed} ${errorMessage(start.error)}`}</InlineProblem>
      ) : null}
      <ul className={styles.cards}>
        {assigned.map((one) => (
          <li key={one.assignmentid}>
            <AssignmentCard assigned={one} now={now} mine>
              <Button
                size="lg"
                disabled={start.isPending}
                leftSection={<IconPlayerPlayFilled size="1.5rem" aria-hidden />}
                aria-label={`${words.start}: ${one.workorderid}`}
                onClick={() => start.mutate(one)}
              >
                {words.start}
              </Button>
            </AssignmentCard>
          </li>
        ))}
      </ul>
    </Section>
  );
}
