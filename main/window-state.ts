import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

import { z } from 'zod';

import type { Logger } from '../app/log.ts';

const bounds = z.object({
  x: z.int().optional(),
  y: z.int().optional(),
  width: z.int().min(1024).catch(1280),
  height: z.int().min(700).catch(800),
});
const windowState = z.object({
  bounds,
  maximized: z.boolean().catch(false),
  /** Its place in the application: `/guide/12`. */
  place: z
    .string()
    .max(2_000)
    .regex(/^\/[^\p{Cc}]*$/u)
    .catch('/'),
  /** 1 is 100 %. */
  zoom: z.number().min(0.25).max(5).catch(1),
});
const windowStates = z.object({ windows: z.array(windowState).max(50) });
export type WindowState = z.output<typeof windowState>;
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const freshWindow: WindowState = {
  bounds: { width: 1280, height: 800 },
  maximized: false,
  place: '/',
  zoom: 1,
};

/** Returns the saved windows; one whose position is on no display keeps only its size. */
export function readWindowStates(file: string, displays: readonly Area[], log: Logger): WindowState[] {
  if (!existsSync(file)) return [];
  try {
    const { windows } = windowStates.parse(JSON.parse(readFileSync(file, 'utf8')));
    return windows.map((state) => {
      const { width, height } = state.bounds;
      return isSeen(state.bounds, displays) ? state : { ...state, bounds: { width, height } };
    });
  } catch (error) {
    log.warn({ err: error }, 'the stored positions of the windows could not be read');
    return [];
  }
}

export function writeWindowStates(file: string, windows: readonly WindowState[], log: Logger): void {
  try {
    writeFileSync(`${file}.new`, JSON.stringify({ windows }));
    renameSync(`${file}.new`, file);
  } catch (error) {
    log.warn({ err: error }, 'the positions of the windows could not be stored');
  }
}

/** Returns whether enough of a window is on a display to be seen and dragged by its title. */
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
