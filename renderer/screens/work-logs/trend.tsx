import type { ReactElement } from 'react';

import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { Section } from '../../components/section.tsx';
import { day, duration } from '../../format.ts';
import type { TrendPoint, Week } from './statistics.ts';
import { median, trendOf, weeksOf } from './statistics.ts';
import { logTexts } from './texts.ts';
import styles from './trend.module.css';

const percent = (value: number): string => `${value.toFixed(2)}%`;

/** Share of the picture's height, from the top; room is left for the words of the axes. */
const heightOf = (value: number, most: number): number => 88 - (value / most) * 80;

/** How the time for a guide developed. */
export function GuideTrend({ entries }: { entries: readonly WorkLogEntry[] }): ReactElement | null {
  const points = trendOf(entries);
  const middle = median(points.map(({ seconds }) => seconds));
  const latest = median(points.slice(-5).map(({ seconds }) => seconds));
  if (points.length < 2 || middle === null || latest === null) return null;
  const words = logTexts.trend;
  const said = words.words(points.length, duration(middle), duration(latest));
  return (
    <Section title={words.guide}>
      <figure className={styles.panel}>
        <Points points={points} />
        <figcaption>
          <p>{said}</p>
          <ul className={styles.legend} aria-hidden>
            <li data-kind="dot">{words.dot}</li>
            <li data-kind="line">{words.line}</li>
          </ul>
        </figcaption>
      </figure>
    </Section>
  );
}

function Points({ points }: { points: readonly TrendPoint[] }): ReactElement {
  const first = points[0]?.time ?? 0;
  const last = points.at(-1)?.time ?? 0;
  const most = Math.max(1, ...points.map(({ seconds }) => seconds));
  const at = ({ time }: TrendPoint): number =>
    9 + (last === first ? 0.5 : (time - first) / (last - first)) * 89;
  return (
    <svg className={styles.chart} width="100%" height="100%" aria-hidden data-flows>
      <Axes most={most} from={first} to={last} />
      {points.slice(1).map((point, i) => {
        const before = points[i] ?? point;
        return (
          <line
            key={point.entryid}
            className={styles.trend}
            x1={percent(at(before))}
            y1={percent(heightOf(before.trend, most))}
            x2={percent(at(point))}
            y2={percent(heightOf(point.trend, most))}
          />
        );
      })}
      {points.map((point) => (
        <circle
          key={point.entryid}
          className={styles.dot}
          cx={percent(at(point))}
          cy={percent(heightOf(point.seconds, most))}
          r="5"
        />
      ))}
    </svg>
  );
}

/** Work of a person, week by week. */
export function PersonTrend({ entries }: { entries: readonly WorkLogEntry[] }): ReactElement | null {
  const weeks = weeksOf(entries);
  const worked = weeks.filter(({ runs }) => runs > 0);
  if (worked.length === 0) return null;
  const runs = worked.reduce((sum, week) => sum + week.runs, 0);
  const usual = median(worked.map(({ seconds }) => seconds)) ?? 0;
  return (
    <Section title={logTexts.trend.person}>
      <figure className={styles.panel}>
        <Bars weeks={weeks} />
        <figcaption>
          <p>{logTexts.trend.weeks(runs, weeks.length, duration(usual))}</p>
        </figcaption>
      </figure>
    </Section>
  );
}

function Bars({ weeks }: { weeks: readonly Week[] }): ReactElement {
  const most = Math.max(1, ...weeks.map(({ seconds }) => seconds));
  const width = 89 / weeks.length;
  return (
    <svg className={styles.chart} width="100%" height="100%" aria-hidden data-flows>
      <Axes most={most} from={weeks[0]?.start ?? 0} to={weeks.at(-1)?.start ?? 0} />
      {weeks.map(({ start, seconds }, i) => {
        const top = heightOf(seconds, most);
        return (
          <rect
            key={start}
            className={styles.bar}
            x={percent(9 + i * width + width * 0.15)}
            y={percent(top)}
            width={percent(Math.min(width * 0.7, 6))}
            height={percent(88 - top)}
            rx="3"
          />
        );
      })}
    </svg>
  );
}

const Axes = ({ most, from, to }: { most: number; from: number; to: number }): ReactElement => (
  <>
    {[0, 0.5, 1].map((part) => (
      <g key={part}>
        <line
          className={styles.grid}
          x1="9%"
          x2="99%"
          y1={percent(heightOf(part * most, most))}
          y2={percent(heightOf(part * most, most))}
        />
        <text x="8%" y={percent(heightOf(part * most, most) + 1.5)} textAnchor="end">
          {duration(part * most)}
        </text>
      </g>
    ))}
    <text x="9%" y="99%">
      {day(from)}
    </text>
    {to > from ? (
      <text x="99%" y="99%" textAnchor="end">
        {day(to)}
      </text>
    ) : null}
  </>
);
