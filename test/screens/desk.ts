import type { Page } from 'playwright';
import { expect } from 'vitest';

import type { WorkLogEntry } from '../../shared/model/work-log.ts';
import { call, untilSynced } from '../e2e/helpers.ts';
import type { Ask } from '../helpers/ask-hub.ts';

/** Timeout, on however busy a machine. */
export const patient = { timeout: 60_000 };

/** Resolves when a round that began after this call has ended. */
export async function syncNow(page: Page): Promise<void> {
  const last = (): Promise<number | null> =>
    page.evaluate(async () => (await (await fetch('/api/2.0/benchside/sync')).json()).lastSuccessAt);
  const before = await last();
  await call(page, 'POST', '/benchside/sync', {});
  await expect.poll(last, { timeout: 120_000, interval: 200 }).not.toBe(before);
  await untilSynced(page);
}

export interface StoredLine {
  lineid: number;
  text_raw: string;
  bullet: string;
  level: number;
}

export interface StoredGuide {
  title: string;
  revisionid: number;
  steps: { stepid: number; revisionid: number; title: string; lines: StoredLine[] }[];
}

export const guideOf = (ask: Ask, guideid: number): Promise<StoredGuide> =>
  ask('GET', `/guides/${guideid}?unpatrolled&excludePrerequisiteSteps`);

export const patchGuide = (ask: Ask, guideid: number, revisionid: number, change: object): Promise<unknown> =>
  ask('PATCH', `/guides/${guideid}?revisionid=${revisionid}`, change);

/** Replaces some lines of a step, by their place in it; a place beyond the last adds one. */
export async function rewrite(
  ask: Ask,
  guideid: number,
  stepid: number,
  texts: Readonly<Record<number, string>>,
  bullet = 'black',
): Promise<void> {
  const step = (await guideOf(ask, guideid)).steps.find((one) => one.stepid === stepid);
  if (!step) throw new Error(`guide ${guideid} has no step ${stepid}`);
  const lines = step.lines.map(({ lineid, text_raw: text, bullet, level }, index) => ({
    lineid,
    text: texts[index] ?? text,
    bullet,
    level,
  }));
  const added = Object.entries(texts)
    .filter(([index]) => Number(index) >= lines.length)
    .map(([, text]) => ({ text, bullet, level: 0 }));
  const path = `/guides/${guideid}/steps/${stepid}?revisionid=${step.revisionid}`;
  await ask('PATCH', path, { lines: [...lines, ...added] });
}

export const workLogs = async (page: Page): Promise<WorkLogEntry[]> =>
  (await call<{ results: WorkLogEntry[] }>(page, 'GET', '/work_log?order=DESC&limit=50')).results;

/** Returns the run of a work order. */
export async function runOf(page: Page, order: string): Promise<number> {
  const run = (await workLogs(page)).find(({ workorderid }) => workorderid === order);
  if (!run) throw new Error(`there is no run ${order}`);
  return run.entryid;
}
