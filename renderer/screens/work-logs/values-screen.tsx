import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { guideQuery } from '../../api/queries/guides.ts';
import { recordedValuesQuery } from '../../api/queries/work-log.ts';
import { LoadingPage } from '../../components/loading.tsx';
import { FailedNotice } from '../../components/notice.tsx';
import { useTitle } from '../../hooks/page.ts';
import { paths } from '../../location.ts';
import { navigate, useHashSearch } from '../../state/navigation.ts';
import { dayStart } from './log-filter.ts';
import { logTexts } from './texts.ts';
import { RecordedValues } from './values.tsx';

/** What the jobs of a guide recorded, over time. */
export function ValuesScreen({ guideid }: { guideid: number }): ReactElement {
  const search = useHashSearch();
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? ''];
  const period = {
    ...(from === '' ? {} : { from: dayStart(from, 0) }),
    ...(to === '' ? {} : { to: dayStart(to, 1) }),
  };
  const report = useQuery(recordedValuesQuery(guideid, period));
  // The report works without the guide, which may be deleted.
  const guide = useQuery(guideQuery(guideid));
  useTitle(logTexts.values.title);
  if (report.error) return <FailedNotice error={report.error} retry={() => void report.refetch()} />;
  if (!report.data) return <LoadingPage />;
  return (
    <RecordedValues
      guideid={guideid}
      report={report.data}
      guide={guide.data}
      from={from}
      to={to}
      onPeriod={(change) => {
        const bounds = Object.entries({ from, to, ...change }).filter(([, day]) => day !== '');
        navigate(paths.recordedValues(guideid, Object.fromEntries(bounds)), { replace: true });
      }}
    />
  );
}
