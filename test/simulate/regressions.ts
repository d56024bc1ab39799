import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Plan, Step } from './plan.ts';

/** An episode that once showed a fault. It is stored, because `planOf` may return another one for its seed by now. */
export interface Regression {
  /** The fault. */
  found: string;
  plan: Plan;
}

/** Steps as lines: `round at=2 seed=81 faults=0 busy=true`. */
type Written = Omit<Regression, 'plan'> & { plan: Omit<Plan, 'steps'> & { steps: string[] } };

const file = join(import.meta.dirname, 'regressions.json');

export const regressions = (): Regression[] =>
  written().map(({ plan, ...rest }) => ({ ...rest, plan: { ...plan, steps: plan.steps.map(stepOf) } }));

const written = (): Written[] => JSON.parse(readFileSync(file, 'utf8')) as Written[];

export function keep(plan: Plan, found: string): void {
  const all: Written[] = [...written(), { found, plan: { ...plan, steps: plan.steps.map(textOf) } }];
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
}

const textOf = ({ do: what, ...rest }: Step): string =>
  [what, ...Object.entries(rest).map(([key, value]) => `${key}=${value}`)].join(' ');

/** Parses a line that `textOf` wrote. */
function stepOf(text: string): Step {
  const values = [...text.matchAll(/(\w+)=(\S+)/g)].map(([, key, value = '']) => [
    key,
    /^[a-z]+$/.test(value) && !['true', 'false'].includes(value) ? value : JSON.parse(value),
  ]);
  const what = text.replace(/ \w+=.*/, '');
  return { do: what, ...Object.fromEntries(values) } as Step;
}
