import { count, duration } from '../../format.ts';

const runs = (n: number): string => (n === 1 ? '1 run' : `${count(n)} runs`);

export const logTexts = {
  title: 'Work logs',
  filters: {
    label: 'Filter the runs',
    person: 'Person',
    guide: 'Guide',
    order: 'Work order',
    status: 'State',
    from: 'From',
    to: 'To',
    everybody: 'Everybody',
    everyGuide: 'All guides',
    every: 'Every state',
    clear: 'Show all',
  },
  summary: (n: number, median: number | null, total: number) =>
    [
      runs(n),
      median === null ? '' : `median ${duration(median)}`,
      total > 0 ? `${duration(total)} in all` : '',
    ]
      .filter(Boolean)
      .join(' · '),
  loading: (n: number) => `${runs(n)} read so far …`,
  olderLeft: 'Older runs are not shown yet.',
  older: 'Read older runs',
  csv: 'CSV',
  json: 'JSON',
  exportCsv: 'Export the runs shown as CSV',
  exportJson: 'Export the runs shown as JSON',
  exportRunCsv: 'Export this run as CSV',
  exportRunJson: 'Export this run as JSON',
  emptyTitle: 'No runs yet',
  empty: 'Runs appear here as soon as work is started from a guide.',
  noneTitle: 'No run matches',
  none: 'Change the filter, or show all runs.',
  signInTitle: 'Sign in to see work logs',
  trend: {
    guide: 'How long it took',
    person: 'Work per week',
    words: (n: number, median: number, latest: number) =>
      `${runs(n)} completed. Half of them took at most ${duration(median)}; the latest five, ${duration(latest)}.`,
    weeks: (n: number, weeks: number, seconds: number) =>
      `${runs(n)} completed in ${weeks === 1 ? '1 week' : `${weeks} weeks`}, ${duration(seconds)} of work in a week with work.`,
    dot: 'a run',
    line: 'median of five in a row',
    week: (date: string) => `Week from ${date}`,
  },
  report: {
    order: 'Work order',
    people: 'Done by',
    began: 'Began',
    ended: 'Ended',
    active: 'Working time',
    paused: 'Paused',
    suspended: 'Handed over for',
    all: 'From start to end',
    recorded: 'Told to the site',
    timing: 'Times',
    compared: (n: number) =>
      n === 0
        ? 'There are no earlier runs of this guide to compare with.'
        : `Compared with the median of ${n === 1 ? 'one earlier run' : `${n} earlier runs`}.`,
    notVisited: (n: number) => (n === 1 ? '1 step was not visited.' : `${n} steps were not visited.`),
    noEvents: 'No times of single steps are known.',
    cut: 'Long rests are drawn shorter than they were.',
    step: 'Step',
    line: 'Time line',
    time: 'Time',
    median: 'Median',
    difference: 'Difference',
    total: 'Working time in all',
    legend: {
      step: 'At work',
      between: 'At no step',
      paused: 'Paused',
      suspended: 'Handed over',
      median: 'Median of earlier runs',
    },
    data: 'Entered',
    noData: 'Nothing was entered.',
    elsewhere: 'Without a step',
    yes: 'Yes',
    no: 'No',
    picture: (label: string) => `Picture: ${label}`,
    gone: (stepid: number) => `Step that is gone (${stepid})`,
    carryOn: 'Carry on',
    print: 'Print',
    guide: 'The guide',
    ofGuide: 'All runs of this guide',
  },
};
