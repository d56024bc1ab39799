import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { duration, joinList, moment } from '../../format.ts';
import { paths } from '../../location.ts';
import { reportTexts } from '../../features/run-report/texts.ts';
import { outOfLimits } from '../../features/step-form/form-values.ts';
import { runTexts } from '../../features/run/texts.ts';
import styles from './log-rows.module.css';

/** A list of runs; only the visible rows are rendered. */
export function LogRows({ entries }: { entries: readonly WorkLogEntry[] }): ReactElement {
  const [top, setTop] = useState(0);
  const rows = useWindowVirtualizer({
    count: entries.length,
    estimateSize: () => 92,
    overscan: 10,
    scrollMargin: top,
    getItemKey: (index) => entries[index]?.entryid ?? index,
  });
  return (
    <ul
      ref={(list) => setTop(list?.offsetTop ?? 0)}
      className={styles.rows}
      style={{ height: rows.getTotalSize() }}
    >
      {rows.getVirtualItems().map((item) => {
        const entry = entries[item.index];
        return entry ? (
          <li
            key={item.key}
            ref={rows.measureElement}
            data-index={item.index}
            aria-setsize={entries.length}
            aria-posinset={item.index + 1}
            style={{ transform: `translateY(${item.start - top}px)` }}
          >
            <LogRow entry={entry} />
          </li>
        ) : null;
      })}
    </ul>
  );
}

function LogRow({ entry }: { entry: WorkLogEntry }): ReactElement {
  const { entryid, workorderid, status, starttime, active_duration, work_data, benchside } = entry;
  const outside = outOfLimits(work_data).length;
  const { omitted = [], skipped = 0, conclusion } = benchside;
  const remarks = [
    omitted.length > 0 ? reportTexts.omitted(omitted.length) : '',
    skipped > 0 ? reportTexts.notVisited(skipped) : '',
    conclusion === 'unread' ? reportTexts.unread : '',
    outside > 0 ? reportTexts.outside(outside) : '',
  ].filter(Boolean);
  const names = [...new Set(benchside.people.map(({ username }) => username))];
  return (
    <Link href={paths.workLog(entryid)} className={styles.row} data-row>
      <span className={styles.order}>{workorderid}</span>
      <span className={styles.what}>
        <strong>{benchside.title}</strong>
        <span>
          {joinList(names)} · {moment(starttime)}
          {remarks.map((remark) => (
            <em key={remark} className={styles.outside}>
              {' '}
              · {remark}
            </em>
          ))}
        </span>
      </span>
      <span className={styles.status} data-status={status}>
        {runTexts.statuses[status]}
      </span>
      <span className={styles.time}>{duration(active_duration)}</span>
    </Link>
  );
}
