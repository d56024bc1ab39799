import type { ReactElement } from 'react';

import type { Guide } from '../../../shared/model/guide.ts';
import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { stepLabel } from '../guide-view/step-list.tsx';
import { clock } from '../run/timing.ts';
import { Unseen } from '../../components/live.tsx';
import type { Medians } from './statistics.ts';
import { reportTexts } from './texts.ts';
import type { DrawnSpan, Tick } from './timeline.ts';
import { drawTimeline, spansOf } from './timeline.ts';
import styles from './timing-table.module.css';
import { timeOfDay } from '../../format.ts';
import { guideTexts } from '../guide-view/texts.ts';

export interface TimingTableProps {
  entry: WorkLogEntry;
  guide: Guide | undefined;
  medians: Medians;
  now: number;
}

interface Row {
  stepid: number;
  label: string;
  seconds: number;
}

/** The run as a chart: a lane per step with the times of work on it, and rests across all lanes. */
export function TimingTable({ entry, guide, medians, now }: TimingTableProps): ReactElement {
  const words = reportTexts;
  const { spans, ticks } = drawTimeline(spansOf(entry, now));
  const rows = rowsOf(entry, guide);
  const scale = Math.max(1, ...rows.map(({ seconds }) => seconds), ...medians.steps.values());
  const rests = spans.filter(({ kind }) => kind !== 'work');
  const compared = medians.runs > 0;
  return (
    <div className={styles.panel}>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{words.step}</th>
              <th scope="col" className={styles.lane}>
                <Unseen>{words.line}</Unseen>
                <Axis ticks={ticks} />
              </th>
              <th scope="col" className={styles.number}>
                {words.time}
              </th>
              {compared ? (
                <>
                  <th scope="col" className={styles.number}>
                    {words.median}
                  </th>
                  <th scope="col" className={styles.bars}>
                    {words.difference}
                  </th>
                </>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ stepid, label, seconds }) => (
              <tr key={stepid}>
                <th scope="row">{label}</th>
                <td className={styles.lane}>
                  <Lane work={spans.filter((span) => span.stepid === stepid)} rests={rests} />
                </td>
                <td className={styles.number}>{clock(seconds)}</td>
                {compared ? (
                  <Comparison seconds={seconds} usual={medians.steps.get(stepid)} scale={scale} />
                ) : null}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{words.total}</th>
              <td className={styles.lane}>
                <Lane work={spans.filter(({ kind }) => kind === 'work')} rests={rests} />
              </td>
              <td className={styles.number}>{clock(entry.active_duration)}</td>
              {compared ? (
                <Comparison
                  seconds={entry.active_duration}
                  usual={medians.active ?? undefined}
                  scale={Math.max(entry.active_duration, medians.active ?? 0, 1)}
                />
              ) : null}
            </tr>
          </tfoot>
        </table>
      </div>
      <Legend spans={spans} compared={compared} />
      {rows.length === 0 ? <p className={styles.soft}>{words.noEvents}</p> : null}
      {rests.some(({ cut }) => cut) ? <p className={styles.soft}>{words.cut}</p> : null}
    </div>
  );
}

/** Returns the steps that were worked on, in the guide's order; deleted steps come last. */
function rowsOf({ benchside }: WorkLogEntry, guide: Guide | undefined): Row[] {
  const rows = benchside.steps.map(({ stepid, active_duration }) => {
    const at = guide?.steps.findIndex((step) => step.stepid === stepid) ?? -1;
    const step = guide?.steps[at];
    const label = step ? guideTexts.step.titled(at + 1, stepLabel(step)) : reportTexts.gone(stepid);
    return { stepid, label, seconds: active_duration, at: step ? at : Number.POSITIVE_INFINITY };
  });
  return rows.toSorted((a, b) => (a.at === b.at ? 0 : a.at - b.at));
}

const percent = (value: number): string => `${value.toFixed(3)}%`;

const Lane = ({ work, rests }: { work: readonly DrawnSpan[]; rests: readonly DrawnSpan[] }): ReactElement => (
  <svg className={styles.svg} width="100%" height="100%" aria-hidden data-flows>
    <line x1="0" x2="100%" y1="50%" y2="50%" className={styles.thread} />
    {rests.map(({ kind, from, x, width }) => (
      <rect
        key={from}
        className={styles.rest}
        data-kind={kind}
        x={percent(x)}
        width={percent(width)}
        y="0"
        height="100%"
      />
    ))}
    {work.map(({ from, stepid, x, width }) => (
      <rect
        key={from}
        className={styles.work}
        data-idle={stepid === null}
        x={percent(x)}
        width={percent(Math.max(width, 0.35))}
        y="22%"
        height="56%"
        rx="3"
      />
    ))}
  </svg>
);

const wordsOf = ({ time }: Tick): string => timeOfDay(time);

/** The time axis. Ticks within the same minute have one label. */
const Axis = ({ ticks }: { ticks: readonly Tick[] }): ReactElement => (
  <svg className={styles.axis} width="100%" height="100%" aria-hidden data-flows>
    {ticks.map((tick, i) => {
      const before = ticks[i - 1];
      if (before && wordsOf(before) === wordsOf(tick)) return null;
      return (
        <text
          key={tick.time}
          x={percent(tick.x)}
          y="62.5%"
          textAnchor={i === 0 ? 'start' : i === ticks.length - 1 ? 'end' : 'middle'}
        >
          {wordsOf(tick)}
        </text>
      );
    })}
  </svg>
);

function Comparison(props: { seconds: number; usual: number | undefined; scale: number }): ReactElement {
  return (
    <>
      <td className={styles.number}>{props.usual === undefined ? '–' : clock(props.usual)}</td>
      <td className={styles.bars}>
        <Difference {...props} />
      </td>
    </>
  );
}

/** A bar for this run, a mark at the median, and the difference between the two. */
function Difference({ seconds, usual, scale }: Parameters<typeof Comparison>[0]): ReactElement {
  const part = (value: number): string => percent((value / scale) * 100);
  const by = usual === undefined ? 0 : Math.round(seconds - usual);
  return (
    <span className={styles.compared}>
      <svg className={styles.svg} width="100%" height="100%" aria-hidden data-flows>
        <rect
          className={styles.bar}
          data-over={by > 0}
          x="0"
          y="30%"
          width={part(seconds)}
          height="40%"
          rx="3"
        />
        {usual === undefined ? null : (
          <line className={styles.usual} x1={part(usual)} x2={part(usual)} y1="8%" y2="92%" />
        )}
      </svg>
      <span data-over={by > 0} dir="ltr">
        {usual === undefined ? '' : `${by < 0 ? '−' : by > 0 ? '+' : '±'}${clock(Math.abs(by))}`}
      </span>
    </span>
  );
}

function Legend({ spans, compared }: { spans: readonly DrawnSpan[]; compared: boolean }): ReactElement {
  const words = reportTexts.legend;
  const has = (kind: DrawnSpan['kind']): boolean => spans.some((span) => span.kind === kind);
  const idle = spans.some(({ kind, stepid }) => kind === 'work' && stepid === null);
  return (
    <ul className={styles.legend} aria-hidden>
      <li data-kind="work">{words.step}</li>
      {idle ? <li data-kind="idle">{words.between}</li> : null}
      {has('paused') ? <li data-kind="paused">{words.paused}</li> : null}
      {has('suspended') ? <li data-kind="suspended">{words.suspended}</li> : null}
      {compared ? <li data-kind="median">{words.median}</li> : null}
    </ul>
  );
}
