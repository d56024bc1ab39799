import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';

import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { api } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { useNow, useTitle } from '../../hooks/page.ts';
import { paths } from '../../location.ts';
import { navigate } from '../../state/navigation.ts';
import { homeQuery } from '../../api/queries/site.ts';
import { userQuery } from '../../api/queries/users.ts';
import { useAssigned } from '../../features/run/assigned.tsx';
import { useOpenRuns, useWithGuides } from '../../features/run/open-runs.tsx';
import { entryQuery, seenNow, teamRunsQuery } from '../../api/queries/work-log.ts';
import { useKiosk } from '../../components/use-kiosk.ts';
import type { ScanQuestion } from './kiosk-home.tsx';
import { KioskHome } from './kiosk-home.tsx';
import { KioskPage } from '../../features/kiosk/kiosk-page.tsx';
import { guidesFor } from '../../api/queries/search.ts';
import { readScan, scannedGuide } from '../../features/run/scan.ts';
import { kioskTexts } from '../../features/kiosk/texts.ts';
import { startJob } from '../../features/run/start-job.ts';

/** The first screen after signing in at a kiosk: open work, and a field for scanning. */
export function KioskHomeScreen(): ReactElement | null {
  const client = useQueryClient();
  const now = useNow();
  const kiosk = useKiosk();
  const { data: user } = useQuery(userQuery);
  const home = useQuery({ ...homeQuery, refetchOnMount: 'always' });
  const mine = useOpenRuns();
  const team = useWithGuides(
    useQuery({ ...teamRunsQuery(user?.userid ?? 0), enabled: Boolean(user) }).data ?? [],
  );
  const [question, setQuestion] = useState<ScanQuestion | null>(null);
  const [words, setWords] = useState('');
  const found = useQuery({
    ...guidesFor(words.trim()),
    enabled: question?.kind === 'which',
  });
  useTitle(undefined);

  const go = (entry: WorkLogEntry): void => {
    client.setQueryData(entryQuery(entry.entryid).queryKey, seenNow(entry));
    void client.invalidateQueries({ queryKey: ['work-log'], refetchType: 'none' });
    navigate(paths.run(entry.entryid));
  };
  const take = useMutation({
    mutationFn: (entryid: number) =>
      api('POST /work_log/{entryid}/assume', { params: { entryid }, body: {} }),
    onSuccess: go,
  });
  const start = useMutation({
    mutationFn: ({ guideid, workorderid }: { guideid: number; workorderid: string }) =>
      startJob(client, guideid, workorderid),
    onSuccess: go,
  });

  const assigned = useAssigned();
  const askGuide = (order: string): void => {
    const known = [...mine, ...team].find(({ seen }) => seen.entry.workorderid === order)?.seen;
    const waiting = assigned.find(({ workorderid }) => workorderid === order);
    if (known?.entry.status === 'suspended') take.mutate(known.entry.entryid);
    else if (known) navigate(paths.run(known.entry.entryid));
    else if (waiting) start.mutate({ guideid: waiting.guideid, workorderid: order });
    else setQuestion({ kind: 'which', order });
  };
  const toGuide = (guideid: number): void => {
    if (question?.kind === 'which') start.mutate({ guideid, workorderid: question.order });
    else navigate(paths.startWork(guideid));
  };
  const scan = useMutation({
    mutationFn: async (text: string) => {
      const read = readScan(text);
      if (read === null) return;
      if (read.kind === 'order') {
        askGuide(read.text);
        return;
      }
      const guide = await scannedGuide(read.guideid);
      if (!guide && read.kind === 'guide') throw new Error(kioskTexts.home.noGuide(read.guideid));
      if (!guide) askGuide(String(read.guideid));
      else if (read.kind === 'guide' || question?.kind === 'which') toGuide(guide.guideid);
      else setQuestion({ kind: 'either', text: read.text, guide });
    },
  });

  if (!user) return null;
  const problem = [scan, take, start].find(({ error }) => error)?.error;
  const used = [...(home.data?.inProgress ?? []), ...(home.data?.recent ?? [])].map(({ guide }) => guide);
  const near = words.trim() === '' ? [...used, ...(home.data?.favorites ?? [])] : [];
  const guides = new Map([...near, ...(found.data ?? [])].map((guide) => [guide.guideid, guide]));
  return (
    <KioskPage search={null}>
      <KioskHome
        username={user.username}
        now={now}
        question={question}
        mine={mine}
        team={team}
        assigned={assigned.length}
        guides={[...guides.values()].slice(0, 9)}
        categories={kiosk?.reading ? (home.data?.categories ?? []) : []}
        words={words}
        busy={take.isPending || start.isPending || scan.isPending}
        problem={problem ? errorMessage(problem) : null}
        onScan={(text) => scan.mutate(text)}
        onOrder={askGuide}
        onGuide={toGuide}
        onWords={setWords}
        onCancel={() => {
          setQuestion(null);
          setWords('');
        }}
        onTake={(entryid) => take.mutate(entryid)}
      />
    </KioskPage>
  );
}
