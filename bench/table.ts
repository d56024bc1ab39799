import type { Samples } from './contestants.ts';
import { median } from './stats.ts';
import type { Row, Target } from './targets.ts';

const figure = (value: number | undefined): string =>
  value === undefined || Number.isNaN(value)
    ? '–'
    : value >= 1000
      ? Math.round(value).toLocaleString('en')
      : value.toPrecision(3);

const aligned = (rows: string[][]): string => {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), rule, ...body.map(line)].join('\n');
};

/** Ours, best peer, limit, ratios, target, met or not. */
export function targetTable(rows: Row[]): string {
  const head = ['measure', 'ours', 'best peer', 'limit', 'x peer', 'x limit', 'target', 'met'];
  return aligned([head, ...rows.map(cells)]);
}

const cells = ({ target, ours, peer, limit, toPeer, toLimit, met }: Row): string[] => [
  target.what,
  `${figure(ours)} ${target.unit}`,
  peer ? `${figure(peer.value)} ${target.unit} (${peer.name})` : '–',
  limit === undefined ? '–' : `${figure(limit)} ${target.unit}`,
  figure(toPeer),
  figure(toLimit),
  promised(target),
  met ? 'yes' : '**no**',
];

function promised({ against, ratio, unit, atMost, atLeast, peers, limit }: Target): string {
  const sign = unit === '/s' ? '≥' : '≤';
  const comparable = against === 'limit' ? limit !== undefined : peers.length > 0;
  const parts = comparable ? [`${sign} ${ratio} x ${against}`] : [];
  if (atMost !== undefined) parts.push(`≤ ${atMost} ${unit}`);
  if (atLeast !== undefined) parts.push(`≥ ${atLeast.toLocaleString('en')} ${unit}`);
  return parts.join(', ');
}

/** Peak memory of a first sync at each size, which is to be flat; `undefined` when there is one size only. */
export function growthTable(bySize: ReadonlyMap<string, Samples>): string | undefined {
  const sizes = [...bySize.keys()];
  const [smallest] = bySize.values();
  if (!smallest || sizes.length < 2) return undefined;
  const rows = [...smallest.keys()].flatMap((name) => {
    const peaks = [...bySize.values()].map((samples) =>
      median((samples.get(name) ?? []).map((run) => run['peak_mb'] ?? Number.NaN)),
    );
    const ratio = (peaks.at(-1) ?? Number.NaN) / (peaks[0] ?? Number.NaN);
    return Number.isNaN(ratio) ? [] : [[name, ...peaks.map(figure), figure(ratio)]];
  });
  return rows.length > 0
    ? aligned([['peak MB of a first sync', ...sizes, 'ratio (T3: ≤ 1.4)'], ...rows])
    : undefined;
}

/** Everything that was measured: medians, with the range of the runs. */
export function sampleTable(samples: Samples): string {
  const rows = [...samples].flatMap(([name, runs]) =>
    Object.keys(runs[0] ?? {}).map((metric) => {
      const values = runs.map((run) => run[metric] ?? Number.NaN);
      return [
        name,
        metric,
        figure(median(values)),
        `${figure(Math.min(...values))} … ${figure(Math.max(...values))}`,
        String(runs.length),
      ];
    }),
  );
  return aligned([['who', 'what', 'median', 'range', 'runs'], ...rows]);
}
