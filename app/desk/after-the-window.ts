import { constants, getPriority, setPriority } from 'node:os';

import type { Logger } from '../log.ts';

/**
 * Makes the calling thread, and those it starts from now on, wait for the threads that serve the window and the API. Only Linux has
 * priorities of threads; elsewhere a priority is that of the whole program.
 */
export function goAfterTheWindow(log: Logger): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  } catch (error) {
    log.info({ err: error }, 'the system does not let a sync go after the window');
  }
}
