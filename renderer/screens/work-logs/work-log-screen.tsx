import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { download } from '../../components/download.ts';
import { LoadingPage } from '../../components/loading.tsx';
import { FailedNotice } from '../../components/notice.tsx';
import { useMayGo } from '../../components/use-kiosk.ts';
import { useJobTitle } from '../../features/run/use-job-title.ts';
import { paths } from '../../location.ts';
import { userQuery } from '../../api/queries/users.ts';
import { entryQuery, isOpen } from '../../api/queries/work-log.ts';
import { runTexts } from '../../features/run/texts.ts';
import { exportFileName, runsCsv, runsJson } from '../../features/run-report/export.ts';
import rows from './log-rows.module.css';
import { Paper } from '../../features/run-report/paper.tsx';
import { RunReport } from '../../features/run-report/run-report.tsx';
import { reportTexts } from '../../features/run-report/texts.ts';
import { logTexts } from './texts.ts';
import { useReport } from '../../features/run-report/use-report.ts';
import styles from './work-logs.module.css';

export function WorkLogScreen({ entryid }: { entryid: number }): ReactElement {
  const query = useQuery(entryQuery(entryid));
  const entry = query.data?.entry;
  useJobTitle(entry);
  if (entry) return <OneRun entry={entry} />;
  if (query.error) return <FailedNotice error={query.error} retry={() => void query.refetch()} />;
  return <LoadingPage />;
}

function OneRun({ entry }: { entry: WorkLogEntry }): ReactElement {
  const report = useReport(entry);
  const user = useQuery(userQuery);
  const { workorderid, guideid, status, benchside } = entry;
  const words = reportTexts;
  const mayGo = useMayGo();
  const links = [
    { to: paths.guide(guideid), label: words.guide },
    { to: paths.workLogs({ guide: String(guideid) }), label: words.ofGuide },
    { to: paths.recordedValues(guideid), label: logTexts.values.link },
  ].filter(({ to }) => mayGo(to));
  const mine = isOpen(entry) && user.data?.userid === entry.userid;
  return (
    <>
      <div className={styles.head}>
        <div>
          <h1>{benchside.title}</h1>
          <p className={styles.summary}>
            {runTexts.title(workorderid)}{' '}
            <span className={rows.status} data-status={status}>
              {runTexts.statuses[status]}
            </span>
          </p>
          <p className={styles.links} data-screen-only>
            {links.map(({ to, label }) => (
              <Link key={to} href={to}>
                {label}
              </Link>
            ))}
          </p>
        </div>
        <div className={styles.actions} data-screen-only>
          <Button
            variant="default"
            leftSection={<IconDownload size="1.5rem" />}
            aria-label={logTexts.exportRunCsv}
            onClick={() =>
              download(exportFileName(workorderid, 'csv'), 'text/csv', runsCsv([entry], report.revised))
            }
          >
            {logTexts.csv}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size="1.5rem" />}
            aria-label={logTexts.exportRunJson}
            onClick={() =>
              download(exportFileName(workorderid, 'json'), 'application/json', runsJson([entry]))
            }
          >
            {logTexts.json}
          </Button>
          <Paper workorderid={workorderid} />
          {mine ? (
            <Button component={Link} href={paths.run(entry.entryid)}>
              {words.carryOn}
            </Button>
          ) : null}
        </div>
      </div>
      <RunReport {...report} />
    </>
  );
}
