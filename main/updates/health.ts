import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';

import type { BrowserWindow } from 'electron';

import type { TrialStart } from '../../app/update/trial-start.ts';
import { homeAddress } from '../address.ts';
import type { Desk } from '../desk.ts';

/** Time from the start to a usable window, including a migration of a large database. */
export const healthLimitMs = 90_000;
const lookEveryMs = 200;

/**
 * Checks that a new version works: the data opens, the core answers, no accepted edit is missing, and the page draws.
 *
 * @returns the problem as a sentence; undefined if it works
 */
export async function healthProblem(
  desk: Desk,
  window: BrowserWindow,
  limitMs: number,
): Promise<string | undefined> {
  const tooLate = setTimeout(limitMs, 'its window shows nothing', { ref: false });
  const gone = once(window.webContents, 'render-process-gone').then(() => 'the process of its window died');
  return Promise.race([tooLate, gone, look(desk, window)]);
}

async function look(desk: Desk, window: BrowserWindow): Promise<string | undefined> {
  const state = await desk.state();
  if (state.kind === 'failed') return state.message;
  if (state.kind === 'open') {
    const answer = await state.fetch(new Request(`${homeAddress}api/2.0/benchside/sync`));
    if (!answer.ok) return `its core answers with ${answer.status}`;
    const problems = desk.opened()?.core.ctx.store.read(null, (s) => s.journal.verify()) ?? [];
    if (problems.length > 0) return problems.join(' ');
  }
  while (!(await isDrawn(window))) await setTimeout(lookEveryMs);
  return undefined;
}

async function isDrawn(window: BrowserWindow): Promise<boolean> {
  if (window.isDestroyed() || window.webContents.isLoading()) return false;
  const text: unknown = await window.webContents.executeJavaScript(
    "document.querySelector('main, [role=main]')?.textContent ?? ''",
  );
  return typeof text === 'string' && text.trim() !== '';
}

/** Checks the new version and records the result in the update's note. @returns the problem as a sentence; undefined if it works */
export async function tryOut(
  trial: TrialStart,
  desk: Desk,
  window: BrowserWindow,
  limitMs: number = healthLimitMs,
): Promise<string | undefined> {
  const problem = await healthProblem(desk, window, limitMs);
  if (problem === undefined) trial.confirm();
  else trial.fail(problem);
  return problem;
}
