import { Button } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconForms } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { ValuesReport } from '../../../shared/model/field-values.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import { dateField } from '../../components/date-field.ts';
import { download } from '../../components/download.ts';
import { Live } from '../../components/live.tsx';
import { Notice } from '../../components/notice.tsx';
import { Section } from '../../components/section.tsx';
import { exportFileName } from '../../features/run-report/export.ts';
import { reportTexts } from '../../features/run-report/texts.ts';
import { rangeWords, judgedWords } from '../../features/step-form/form-values.ts';
import { day } from '../../format.ts';
import { paths } from '../../location.ts';
import filters from './log-filters.module.css';
import rows from './log-rows.module.css';
import { logTexts } from './texts.ts';
import { FieldPanel } from './values-field.tsx';
import { outsideOf, valuesCsv } from './values-of-field.ts';
import styles from './work-logs.module.css';

export interface RecordedValuesProps {
  guideid: number;
  report: ValuesReport;
  /** Undefined until loaded, or if the person may not see it any more. */
  guide: Guide | undefined;
  /** Local dates such as `2026-11-20`; empty for no bound. */
  from: string;
  to: string;
  onPeriod: (change: { from?: string; to?: string }) => void;
}

export function RecordedValues(props: RecordedValuesProps): ReactElement {
  const { guideid, report, guide } = props;
  const words = logTexts.values;
  const outside = outsideOf(report);
  const summary = `${words.jobs(report.jobs)} · ${words.outside(outside.length)}`;
  return (
    <>
      <div className={styles.head}>
        <div>
          <h1>{words.title}</h1>
          <p className={styles.summary}>{guide?.title ?? report.title}</p>
          <p className={styles.summary}>{summary}</p>
          <Live>{summary}</Live>
          <p className={styles.links}>
            <Link href={paths.guide(guideid)}>{reportTexts.guide}</Link>
            <Link href={paths.workLogs({ guide: String(guideid) })}>{reportTexts.ofGuide}</Link>
          </p>
        </div>
        <div className={styles.actions}>
          <Button
            variant="default"
            leftSection={<IconDownload size="1.5rem" />}
            aria-label={words.csv}
            disabled={report.fields.length === 0}
            onClick={() => download(exportFileName('recorded-values', 'csv'), 'text/csv', valuesCsv(report))}
          >
            {logTexts.csv}
          </Button>
        </div>
      </div>
      <Period {...props} />
      {report.more ? <p className={styles.soft}>{words.more}</p> : null}
      {report.fields.length === 0 ? (
        <Notice icon={<IconForms size={40} />} title={words.none}>
          <p>{words.noneHint}</p>
        </Notice>
      ) : null}
      {outside.length > 0 ? (
        <Section title={words.outsideTitle}>
          <ul className={styles.outside}>
            {outside.map(({ field, value }) => (
              <li key={`${field.stepid} ${field.label} ${value.entryid}`}>
                <Link href={paths.workLog(value.entryid)} className={styles.outsideRow} data-row>
                  <IconAlertTriangle size="1.5rem" aria-hidden />
                  <span className={rows.order}>{value.workorderid}</span>
                  <span className={rows.what}>
                    <strong>
                      {field.label}: {judgedWords(value.value, value)}
                    </strong>
                    <span>
                      {day(value.time)} · {words.limits(rangeWords(value))}
                    </span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {report.fields.map((field) => (
        <FieldPanel key={`${field.stepid} ${field.label}`} field={field} guide={guide} />
      ))}
    </>
  );
}

const Period = ({ from, to, onPeriod }: RecordedValuesProps): ReactElement => (
  <search className={filters.filters} aria-label={logTexts.values.period}>
    {(['from', 'to'] as const).map((bound) => (
      <label key={bound} className={filters.field}>
        <span>{logTexts.filters[bound]}</span>
        <input
          {...dateField}
          value={{ from, to }[bound]}
          onChange={({ currentTarget }) => onPeriod({ [bound]: currentTarget.value })}
        />
      </label>
    ))}
    {from || to ? (
      <Button variant="default" className={filters.clear} onClick={() => onPeriod({ from: '', to: '' })}>
        {logTexts.filters.clear}
      </Button>
    ) : null}
  </search>
);
