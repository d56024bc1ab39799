import type { ReactElement, ReactNode } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';

import { way } from '../../direction.ts';
import { day, duration } from '../../format.ts';
import type { TrendPoint, Week } from '../../features/run-report/statistics.ts';
import { timeTicks } from '../../features/run-report/statistics.ts';
import { logTexts } from './texts.ts';
import styles from './trend.module.css';

/** A dot for each run, and a line for the moving median of five. */
export function RunsChart({ points }: { points: readonly TrendPoint[] }): ReactElement {
  return (
    <ResponsiveContainer>
      <LineChart data={points} margin={margin} accessibilityLayer={false}>
        {ground(points.map(({ seconds }) => seconds))}
        <XAxis {...dates} dataKey="time" type="number" domain={['dataMin', 'dataMax']} padding={aside} />
        <Tooltip {...still} content={RunHint} />
        <Line {...still} {...line} dataKey="trend" dot={false} activeDot={false} />
        <Line {...still} dataKey="seconds" stroke="none" dot={dot} activeDot={largeDot} />
      </LineChart>
    </ResponsiveContainer>
  );
}

/** A bar for each week. */
export function WeeksChart({ weeks }: { weeks: readonly Week[] }): ReactElement {
  return (
    <ResponsiveContainer>
      <BarChart data={weeks} margin={margin} accessibilityLayer={false}>
        {ground(weeks.map(({ seconds }) => seconds))}
        <XAxis {...dates} dataKey="start" />
        <Tooltip {...still} cursor={cursor} content={WeekHint} />
        <Bar {...still} dataKey="seconds" fill="var(--accent)" maxBarSize={48} radius={rounded} />
      </BarChart>
    </ResponsiveContainer>
  );
}

/** Room for the last date, half of which extends beyond the end of the chart. */
export const margin = { top: 8, bottom: 0, ...(way < 0 ? { left: 40, right: 8 } : { left: 8, right: 40 }) };
const aside = { left: 24, right: 24 };
const rounded: [number, number, number, number] = [4, 4, 0, 0];
const line = { stroke: 'var(--remind)', strokeWidth: 3, strokeLinecap: 'round' } as const;
const dot = { r: 5, fill: 'var(--surface)', stroke: 'var(--accent)', strokeWidth: 2.5 };
const largeDot = { ...dot, r: 7 };
const cursor = { fill: 'var(--rule)', opacity: 0.5 };
export const still = { isAnimationActive: false } as const;
export const plain = { axisLine: false, tickLine: false } as const;
export const dates = {
  ...plain,
  tickFormatter: day,
  reversed: way < 0,
  minTickGap: 48,
  tickMargin: 8,
} as const;

/** Grid and axes; the time axis is on the side where reading starts. */
function ground(seconds: readonly number[]): ReactNode {
  const ticks = timeTicks(Math.max(...seconds));
  return (
    <>
      <CartesianGrid vertical={false} stroke="var(--rule)" />
      <YAxis
        {...plain}
        orientation={way < 0 ? 'right' : 'left'}
        ticks={ticks}
        domain={[0, ticks.at(-1) ?? 0]}
        tickFormatter={duration}
        width="auto"
      />
    </>
  );
}

export interface Pointed {
  active: boolean;
  payload: readonly { payload?: unknown }[];
}

/** Returns the datum under the pointer; undefined without one. */
export const at = <Datum,>({ active, payload }: Pointed): Datum | undefined =>
  active ? (payload[0]?.payload as Datum | undefined) : undefined;

function RunHint(pointed: Pointed): ReactElement | null {
  const run = at<TrendPoint>(pointed);
  if (!run) return null;
  return <Hint words={[day(run.time), duration(run.seconds), logTexts.medianOf(duration(run.trend))]} />;
}

function WeekHint(pointed: Pointed): ReactElement | null {
  const week = at<Week>(pointed);
  if (!week) return null;
  return (
    <Hint words={[logTexts.trend.week(day(week.start)), duration(week.seconds), logTexts.runs(week.runs)]} />
  );
}

export const Hint = ({ words: [head, ...rest] }: { words: readonly string[] }): ReactElement => (
  <div className={styles.hint}>
    <strong>{head}</strong>
    {rest.map((word) => (
      <span key={word}>{word}</span>
    ))}
  </div>
);
