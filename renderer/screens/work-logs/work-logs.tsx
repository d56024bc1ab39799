import { Button } from '@mantine/core';
import { IconClipboardList, IconDownload, IconFilterOff } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { download } from '../../components/download.ts';
import { Live } from '../../components/live.tsx';
import { Notice } from '../../components/notice.tsx';
import { duration } from '../../format.ts';
import { paths } from '../../location.ts';
import { texts } from '../../texts.ts';
import { exportFileName, runsCsv, runsJson } from '../../features/run-report/export.ts';
import { LogFilters } from './log-filters.tsx';
import type { LogFilter } from './log-filter.ts';
import { guidesIn, matches, peopleIn } from './log-filter.ts';
import { LogRows } from './log-rows.tsx';
import { median } from '../../features/run-report/statistics.ts';
import { logTexts } from './texts.ts';
import { GuideTrend, PersonTrend } from './trend.tsx';
import styles from './work-logs.module.css';

export interface WorkLogsProps {
  entries: readonly WorkLogEntry[];
  filter: LogFilter;
  /** True if more pages are loading. */
  reading: boolean;
  /** True during the first sync of a desk, which brings jobs after the guides. */
  arriving: boolean;
  /** True if there are older runs that are not loaded. */
  olderLeft: boolean;
  onOlder: () => void;
  onFilter: (filter: Partial<LogFilter>) => void;
  onClear: () => void;
}

export function WorkLogs(props: WorkLogsProps): ReactElement {
  const { entries, filter, reading, arriving, olderLeft } = props;
  const shown = entries.filter((entry) => matches(entry, filter));
  const summary = summaryOf(shown);
  if (entries.length === 0 && !reading)
    return (
      <Notice
        alone
        icon={<IconClipboardList size={40} />}
        title={arriving ? logTexts.arrivingTitle : logTexts.emptyTitle}
      >
        <p>{arriving ? logTexts.arriving : logTexts.empty}</p>
      </Notice>
    );
  return (
    <>
      <div className={styles.head}>
        <div>
          <h1>{logTexts.title}</h1>
          <p className={styles.summary}>{reading ? logTexts.loading(entries.length) : summary}</p>
          <Live>{reading ? texts.loading : summary}</Live>
        </div>
        <div className={styles.actions}>
          <Button
            variant="default"
            leftSection={<IconDownload size="1.5rem" />}
            aria-label={logTexts.exportCsv}
            disabled={reading || shown.length === 0}
            onClick={() => download(exportFileName('work-logs', 'csv'), 'text/csv', runsCsv(shown))}
          >
            {logTexts.csv}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size="1.5rem" />}
            aria-label={logTexts.exportJson}
            disabled={reading || shown.length === 0}
            onClick={() => download(exportFileName('work-logs', 'json'), 'application/json', runsJson(shown))}
          >
            {logTexts.json}
          </Button>
        </div>
      </div>
      <LogFilters
        filter={filter}
        people={peopleIn(entries)}
        guides={guidesIn(entries)}
        onFilter={props.onFilter}
        onClear={props.onClear}
      />
      {filter.guide === null ? null : (
        <p className={styles.links}>
          <Link href={paths.recordedValues(filter.guide)}>{logTexts.values.link}</Link>
        </p>
      )}
      {filter.guide === null ? null : <GuideTrend entries={shown} />}
      {filter.person === null ? null : <PersonTrend entries={shown} />}
      {shown.length === 0 && !reading ? (
        <Notice
          icon={<IconFilterOff size={40} />}
          title={logTexts.noneTitle}
          actions={<Button onClick={props.onClear}>{logTexts.filters.clear}</Button>}
        >
          <p>{logTexts.none}</p>
        </Notice>
      ) : (
        <LogRows entries={shown} />
      )}
      {olderLeft ? (
        <div className={styles.older}>
          <p>{logTexts.olderLeft}</p>
          <Button variant="default" onClick={props.onOlder}>
            {logTexts.older}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function summaryOf(entries: readonly WorkLogEntry[]): string {
  const done = entries.filter(({ status }) => status === 'complete');
  const total = entries.reduce((sum, { active_duration }) => sum + active_duration, 0);
  const middle = median(done.map(({ active_duration }) => active_duration));
  return [
    logTexts.runs(entries.length),
    middle === null ? '' : logTexts.medianOf(duration(middle)),
    total > 0 ? logTexts.inAll(duration(total)) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
