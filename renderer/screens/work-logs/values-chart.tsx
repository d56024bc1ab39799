import type { ReactElement } from 'react';
import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';

import { way } from '../../direction.ts';
import { day } from '../../format.ts';
import { amount } from '../../numerals.ts';
import { judgedWords } from '../../features/step-form/form-values.ts';
import { logTexts } from './texts.ts';
import { Hint, at, dates, margin, plain, still } from './trend-charts.tsx';
import type { Pointed } from './trend-charts.tsx';
import type { NumberPoint } from './values-of-field.ts';

export interface NumbersChartProps {
  points: readonly NumberPoint[];
  lowest: number | undefined;
  highest: number | undefined;
  unit: string | undefined;
}

/** The numbers of a field over time: a dot for each job, a red diamond if it is out of limits, and a line for each limit. */
export function NumbersChart({ points, lowest, highest, unit }: NumbersChartProps): ReactElement {
  const hint = (pointed: Pointed): ReactElement | null => {
    const point = at<NumberPoint>(pointed);
    if (!point) return null;
    const judged = { outside: point.outside, ...(unit === undefined ? {} : { unit }) };
    const verdict = point.outside ? [logTexts.values.out] : [];
    return (
      <Hint words={[point.order, judgedWords(String(point.number), judged), day(point.time), ...verdict]} />
    );
  };
  const bounds = [lowest, highest].filter((limit) => limit !== undefined);
  return (
    <ResponsiveContainer>
      <LineChart data={points} margin={margin} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke="var(--rule)" />
        <YAxis
          {...plain}
          orientation={way < 0 ? 'right' : 'left'}
          domain={[(min: number) => Math.min(min, ...bounds), (max: number) => Math.max(max, ...bounds)]}
          tickFormatter={amount}
          width="auto"
        />
        <XAxis {...dates} dataKey="time" type="number" domain={['dataMin', 'dataMax']} padding={aside} />
        <Tooltip {...still} content={hint} />
        {bounds.map((limit) => (
          <ReferenceLine
            key={limit}
            y={limit}
            stroke="var(--danger)"
            strokeWidth={2}
            strokeDasharray="8 5"
            ifOverflow="extendDomain"
          />
        ))}
        <Line {...still} dataKey="number" stroke="var(--rule-strong)" strokeWidth={1.5} dot={Dot} />
      </LineChart>
    </ResponsiveContainer>
  );
}

const aside = { left: 24, right: 24 };

interface DotProps {
  cx?: number;
  cy?: number;
  payload?: NumberPoint;
}

const Dot = ({ cx = 0, cy = 0, payload }: DotProps): ReactElement =>
  payload?.outside ? (
    <rect
      x={cx - 6}
      y={cy - 6}
      width={12}
      height={12}
      fill="var(--danger)"
      transform={`rotate(45 ${cx} ${cy})`}
    />
  ) : (
    <circle cx={cx} cy={cy} r={5} fill="var(--surface)" stroke="var(--accent)" strokeWidth={2.5} />
  );
