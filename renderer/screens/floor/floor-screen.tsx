import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';

import type { Assignment, NewAssignment } from '../../../shared/model/assignment.ts';
import { api } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { assignmentsQuery } from '../../api/queries/assignments.ts';
import { isLeadAccount, userQuery } from '../../api/queries/users.ts';
import { openRunsOfAllQuery } from '../../api/queries/work-log.ts';
import { AskDelete } from '../../components/ask-delete.tsx';
import { LoadingPage } from '../../components/loading.tsx';
import { FailedNotice } from '../../components/notice.tsx';
import { useWithGuides } from '../../features/run/open-runs.tsx';
import { useNow, useTitle } from '../../hooks/page.ts';
import { paths } from '../../location.ts';
import { navigate, useHashSearch } from '../../state/navigation.ts';
import { AssignSheet } from './assign-sheet.tsx';
import { FloorView } from './floor.tsx';
import { floorTexts } from './texts.ts';

/** For leads: who works on what now, what waits, and what was assigned. Refreshes by itself. */
export function FloorScreen(): ReactElement {
  const now = useNow();
  const client = useQueryClient();
  const user = useQuery(userQuery);
  const isLead = isLeadAccount(user.data);
  const jobs = useQuery({ ...openRunsOfAllQuery, enabled: isLead });
  const assigned = useQuery(assignmentsQuery(isLead ? user.data?.userid : undefined));
  const runs = useWithGuides(jobs.data ?? []);
  const isNewWanted = useHashSearch().has('assign');
  const [changing, setChanging] = useState<Assignment>();
  const [removing, setRemoving] = useState<Assignment>();
  const again = () => client.invalidateQueries({ queryKey: assignmentsQuery(user.data?.userid).queryKey });
  const close = (): void => {
    setChanging(undefined);
    if (isNewWanted) navigate(paths.floor, { replace: true });
  };
  const assign = useMutation({
    mutationFn: (body: NewAssignment) =>
      changing
        ? api('PUT /benchside/assignments/{assignmentid}', {
            params: { assignmentid: changing.assignmentid },
            body,
          })
        : api('POST /benchside/assignments', { body }),
    onSuccess: () => {
      close();
      return again();
    },
  });
  const remove = useMutation({
    mutationFn: (assignmentid: number) =>
      api('DELETE /benchside/assignments/{assignmentid}', { params: { assignmentid } }),
    onSettled: again,
  });
  useTitle(floorTexts.title);
  if (user.isPending) return <LoadingPage />;
  if (!isLead)
    return (
      <>
        <h1>{floorTexts.title}</h1>
        <p>{floorTexts.leadsOnly}</p>
      </>
    );
  const failed = [jobs, assigned].find(({ error }) => error);
  if (!jobs.data || !assigned.data)
    return failed?.error ? (
      <FailedNotice error={failed.error} retry={() => void failed.refetch()} />
    ) : (
      <LoadingPage />
    );
  return (
    <>
      <FloorView
        now={now}
        runs={runs}
        assigned={assigned.data}
        busy={remove.isPending}
        problem={remove.error ? errorMessage(remove.error) : null}
        onAssign={() => {
          assign.reset();
          navigate(paths.assignWork);
        }}
        onChange={(assignment) => {
          assign.reset();
          setChanging(assignment);
        }}
        onRemove={setRemoving}
      />
      {removing ? (
        <AskDelete
          title={floorTexts.ask.title(removing.workorderid)}
          why={floorTexts.ask.why}
          yes={floorTexts.remove}
          no={floorTexts.ask.keep}
          onYes={() => {
            setRemoving(undefined);
            remove.mutate(removing.assignmentid);
          }}
          onNo={() => setRemoving(undefined)}
        />
      ) : null}
      {isNewWanted || changing ? (
        <AssignSheet
          assigned={changing}
          benches={benchesIn(
            runs.map(({ seen }) => seen.entry.benchside.bench),
            assigned.data,
          )}
          busy={assign.isPending}
          problem={assign.error ? errorMessage(assign.error) : null}
          onAssign={(body) => assign.mutate(body)}
          onClose={close}
        />
      ) : null}
    </>
  );
}

/** Returns the names of benches that occur, to choose from. */
const benchesIn = (ofJobs: readonly (string | null)[], assigned: readonly { bench: string }[]): string[] =>
  [...new Set([...ofJobs, ...assigned.map(({ bench }) => bench)])].filter(
    (name) => name !== null && name !== '',
  ) as string[];
