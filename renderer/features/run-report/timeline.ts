import type { WorkEvent, WorkLogEntry } from '../../../shared/model/work-log.ts';

/** A period of a run, in UNIX seconds. `work` without a stepid was between steps. */
export interface Span {
  kind: 'work' | 'paused' | 'suspended';
  stepid: number | null;
  from: number;
  to: number;
}

/** Returns the periods of a run up to its end or `now`. A clock that was set back leaves no span. */
export function spansOf({ endtime, benchside }: WorkLogEntry, now: number): Span[] {
  const spans: Span[] = [];
  let kind: Span['kind'] = 'work';
  let stepid: number | null = null;
  let from: number | null = null;
  const close = (to: number): void => {
    const last = spans.at(-1);
    if (from !== null && to > from) {
      if (last?.kind === kind && last.stepid === stepid) last.to = to;
      else spans.push({ kind, stepid, from, to });
    }
    from = from === null ? to : Math.max(from, to);
  };
  for (const event of benchside.events ?? []) {
    close(event.time);
    kind = kindAfter(event, kind);
    if (event.type === 'step') stepid = event.stepid;
  }
  if (endtime === null) close(now);
  return spans.map((span) => (span.kind === 'work' ? span : { ...span, stepid: null }));
}

function kindAfter({ type }: WorkEvent, kind: Span['kind']): Span['kind'] {
  switch (type) {
    case 'pause':
      return 'paused';
    case 'suspend':
      return 'suspended';
    case 'start':
    case 'resume':
    case 'assume':
      return 'work';
    default:
      return kind;
  }
}

/** A span on the chart; `x` and `width` in percent of its width. */
export interface DrawnSpan extends Span {
  x: number;
  width: number;
  /** True if it is drawn shorter than it was. */
  cut: boolean;
}

export interface Tick {
  x: number;
  time: number;
}

/**
 * Lays out the spans. Work is drawn to scale; a rest longer than a tenth of the work, such as a night, is cut to that, and
 * gets a tick after it.
 */
export function drawTimeline(spans: readonly Span[]): { spans: DrawnSpan[]; ticks: Tick[] } {
  const work = spans.reduce((sum, span) => sum + (span.kind === 'work' ? span.to - span.from : 0), 0);
  const longest = Math.max(work / 10, 1);
  const lengthOf = ({ kind, from, to }: Span): number =>
    kind === 'work' ? to - from : Math.min(to - from, longest);
  const total = spans.reduce((sum, span) => sum + lengthOf(span), 0) || 1;
  const drawn: DrawnSpan[] = [];
  const ticks: Tick[] = [];
  let x = 0;
  for (const span of spans) {
    const width = (lengthOf(span) / total) * 100;
    const before = drawn.at(-1);
    if (before === undefined || before.cut) ticks.push({ x, time: span.from });
    drawn.push({ ...span, x, width, cut: lengthOf(span) < span.to - span.from });
    x += width;
  }
  const last = spans.at(-1);
  if (last) ticks.push({ x: 100, time: last.to });
  return { spans: drawn, ticks: apart(ticks) };
}

const leastApart = 14;

/** Leaves out ticks whose label would overlap the previous or the last one. */
function apart(ticks: readonly Tick[]): Tick[] {
  const last = ticks.at(-1);
  const kept: Tick[] = [];
  for (const tick of ticks) {
    const before = kept.at(-1);
    const free = before === undefined || tick.x - before.x >= leastApart;
    if (tick === last || (free && (last === undefined || last.x - tick.x >= leastApart))) kept.push(tick);
  }
  return kept;
}
