import { existsSync, readFileSync, writeFileSync } from 'node:fs';

import { z } from 'zod';

import type { Logger } from '../app/log.ts';

const bounds = z.object({
  x: z.int().optional(),
  y: z.int().optional(),
  width: z.int().min(1024).catch(1280),
  height: z.int().min(700).catch(800),
});
const windowState = z.object({ bounds, maximized: z.boolean().catch(false) });
export type WindowState = z.output<typeof windowState>;
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

const fresh: WindowState = { bounds: { width: 1280, height: 800 }, maximized: false };

/** Where the window was; its size alone when that place is on no display any more. */
export function readWindowState(file: string, displays: readonly Area[], log: Logger): WindowState {
  if (!existsSync(file)) return fresh;
  try {
    const state = windowState.parse(JSON.parse(readFileSync(file, 'utf8')));
    const { width, height } = state.bounds;
    return isSeen(state.bounds, displays) ? state : { ...state, bounds: { width, height } };
  } catch (error) {
    log.warn({ err: error }, 'the place of the window is not known any more');
    return fresh;
  }
}

export function writeWindowState(file: string, state: WindowState, log: Logger): void {
  try {
    writeFileSync(file, JSON.stringify(state));
  } catch (error) {
    log.warn({ err: error }, 'the place of the window could not be kept');
  }
}

/** Whether enough of it lies on a display to be seen and dragged by its title. */
function isSeen({ x, y, width }: WindowState['bounds'], displays: readonly Area[]): boolean {
  if (x === undefined || y === undefined) return false;
  return displays.some(
    (area) =>
      x + width > area.x + 100 &&
      x < area.x + area.width - 100 &&
      y >= area.y &&
      y < area.y + area.height - 50,
  );
}
