import type { Logger } from '../log.ts';
import type { Store } from '../store/store.ts';

/** Sets space aside for people's work, or back to what it was, before the disk fills up. Never holds anything else up. */
export function keepReserve({ reserve }: Store, log: Logger): void {
  try {
    reserve.fill();
  } catch (error) {
    log.warn({ err: error }, 'space for work could not be set aside');
  }
}
