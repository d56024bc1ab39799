import type { ReactElement } from 'react';

import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { Section } from '../../components/section.tsx';
import { duration } from '../../format.ts';
import { lazyScreen } from '../../lazy-screen.tsx';
import { median, trendOf, weeksOf } from '../../features/run-report/statistics.ts';
import { logTexts } from './texts.ts';
import styles from './trend.module.css';

const RunsChart = lazyScreen(async () => (await import('./trend-charts.tsx')).RunsChart);
const WeeksChart = lazyScreen(async () => (await import('./trend-charts.tsx')).WeeksChart);

/** The development of the time for a guide. */
export function GuideTrend({ entries }: { entries: readonly WorkLogEntry[] }): ReactElement | null {
  const points = trendOf(entries);
  const middle = median(points.map(({ seconds }) => seconds));
  const latest = median(points.slice(-5).map(({ seconds }) => seconds));
  if (points.length < 2 || middle === null || latest === null) return null;
  const words = logTexts.trend;
  return (
    <Section title={words.guide}>
      <figure className={styles.panel}>
        <div className={styles.chart} aria-hidden>
          <RunsChart points={points} />
        </div>
        <figcaption>
          <p>{words.words(points.length, duration(middle), duration(latest))}</p>
          <ul className={styles.legend} aria-hidden>
            <li data-kind="dot">{words.dot}</li>
            <li data-kind="line">{words.line}</li>
          </ul>
        </figcaption>
      </figure>
    </Section>
  );
}

/** A person's work by week. */
export function PersonTrend({ entries }: { entries: readonly WorkLogEntry[] }): ReactElement | null {
  const weeks = weeksOf(entries);
  const worked = weeks.filter(({ runs }) => runs > 0);
  if (worked.length === 0) return null;
  const runs = worked.reduce((sum, week) => sum + week.runs, 0);
  const usual = median(worked.map(({ seconds }) => seconds)) ?? 0;
  return (
    <Section title={logTexts.trend.person}>
      <figure className={styles.panel}>
        <div className={styles.chart} aria-hidden>
          <WeeksChart weeks={weeks} />
        </div>
        <figcaption>
          <p>{logTexts.trend.weeks(runs, weeks.length, duration(usual))}</p>
        </figcaption>
      </figure>
    </Section>
  );
}
