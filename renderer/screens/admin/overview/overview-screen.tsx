import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { LoadingCards } from '../../../components/loading.tsx';
import { FailedNotice } from '../../../components/notice.tsx';
import { useNow } from '../../../hooks/page.ts';
import { AdminPage } from '../admin-page.tsx';
import { AdminOverview } from './overview.tsx';
import { devicesQuery } from '../../../api/queries/devices.ts';
import { overviewQuery } from '../../../api/queries/site.ts';

export const OverviewScreen = (): ReactElement => (
  <AdminPage part="overview">{({ onHub }) => <OverviewPart onHub={onHub} />}</AdminPage>
);

function OverviewPart({ onHub }: { onHub: boolean }): ReactElement {
  const now = useNow();
  const overview = useQuery({ ...overviewQuery, refetchInterval: 30_000 });
  const devices = useQuery({ ...devicesQuery, enabled: onHub });
  const failed = overview.error ? overview : devices;
  if (failed.error) return <FailedNotice error={failed.error} retry={() => void failed.refetch()} />;
  if (!overview.data || (onHub && !devices.data)) return <LoadingCards />;
  return <AdminOverview overview={overview.data} devices={devices.data ?? null} now={now} />;
}
