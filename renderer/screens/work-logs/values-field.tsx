import type { ReactElement, ReactNode } from 'react';

import type { FieldReport } from '../../../shared/model/field-values.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import { Section } from '../../components/section.tsx';
import { stepLabel } from '../../features/guide-view/step-list.tsx';
import { guideTexts } from '../../features/guide-view/texts.ts';
import { rangeWords, judgedWords, wordsOfValue } from '../../features/step-form/form-values.ts';
import { stepFormTexts } from '../../features/step-form/texts.ts';
import { day } from '../../format.ts';
import { lazyScreen } from '../../lazy-screen.tsx';
import { paths } from '../../location.ts';
import { Link } from 'wouter';
import { logTexts } from './texts.ts';
import styles from './trend.module.css';
import { countsOf, saysNotApplicable, numbersOf, spreadOf } from './values-of-field.ts';
import type { NumberPoint } from './values-of-field.ts';
import list from './values-field.module.css';

const NumbersChart = lazyScreen(async () => (await import('./values-chart.tsx')).NumbersChart);
const shownTexts = 5;

/** One field: a chart of its numbers, counts of its choices, or its latest texts. */
export function FieldPanel({ field, guide }: { field: FieldReport; guide: Guide | undefined }): ReactElement {
  const numbers = numbersOf(field);
  const counts = countsOf(field);
  return (
    <div data-field>
      <Section title={field.label} note={whereOf(field, guide)}>
        {numbers.length > 0 ? (
          <Numbers field={field} points={numbers} />
        ) : counts.length > 0 ? (
          <Counts field={field} counts={counts} />
        ) : (
          <Latest field={field} />
        )}
      </Section>
    </div>
  );
}

function whereOf({ stepid }: FieldReport, guide: Guide | undefined): string {
  const at = guide?.steps.findIndex((step) => step.stepid === stepid) ?? -1;
  const step = guide?.steps[at];
  return step ? guideTexts.step.titled(at + 1, stepLabel(step)) : '';
}

function Numbers({ field, points }: { field: FieldReport; points: readonly NumberPoint[] }): ReactElement {
  const words = logTexts.values;
  const { lowest, highest, middle } = spreadOf(points);
  const range = rangeWords(field);
  const outside = points.filter((point) => point.outside).length;
  const written = (number: number): string =>
    judgedWords(String(Math.round(number * 1e6) / 1e6), { ...field, outside: false });
  return (
    <figure className={styles.panel}>
      <div className={styles.chart} aria-hidden>
        <NumbersChart points={points} lowest={field.lowest} highest={field.highest} unit={field.unit} />
      </div>
      <figcaption>
        <p>{words.range(points.length, written(lowest), written(highest), written(middle))}</p>
        {range ? (
          <p>
            {words.limits(range)} · {words.outside(outside)}
          </p>
        ) : null}
      </figcaption>
    </figure>
  );
}

function Counts({
  field,
  counts,
}: {
  field: FieldReport;
  counts: readonly { value: string; n: number }[];
}): ReactElement {
  const most = counts[0]?.n ?? 1;
  return (
    <div className={styles.panel}>
      <ul className={list.counts}>
        {counts.map(({ value, n }) => (
          <li key={value}>
            <span>{wordsOf(field, value)}</span>
            <span className={list.bar} aria-hidden>
              <span style={{ inlineSize: `${(100 * n) / most}%` }} />
            </span>
            <b>{n}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The newest values of a field that has neither numbers nor choices. */
const Latest = ({ field }: { field: FieldReport }): ReactElement => (
  <div className={styles.panel}>
    <ul className={list.latest}>
      {field.values
        .toReversed()
        .slice(0, shownTexts)
        .map(({ entryid, workorderid, time, value }) => (
          <li key={entryid}>
            <Link href={paths.workLog(entryid)}>{workorderid}</Link>
            <span>{wordsOf(field, value)}</span>
            <small>{day(time)}</small>
          </li>
        ))}
    </ul>
    <p>{logTexts.values.count(field.values.length)}</p>
  </div>
);

function wordsOf({ field_type, date }: FieldReport, value: string): ReactNode {
  if (saysNotApplicable(value)) return stepFormTexts.form.notApplicable;
  if (field_type === 'Checkbox') return value === '1' ? stepFormTexts.form.yes : stepFormTexts.form.no;
  // The number of a picture says nothing to people; the job shows it.
  if (field_type === 'Image') return '✓';
  return wordsOfValue(field_type, value, date);
}
