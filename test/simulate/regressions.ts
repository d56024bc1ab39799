import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Plan } from './plan.ts';

/** An episode that once showed a fault, as small as it could be made. */
export interface Regression {
  /** What was wrong. */
  found: string;
  plan: Plan;
}

const file = join(import.meta.dirname, 'regressions.json');

export const regressions = (): Regression[] => JSON.parse(readFileSync(file, 'utf8')) as Regression[];

export function keep(plan: Plan, found: string): void {
  const all = [...regressions(), { found, plan }];
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
}
