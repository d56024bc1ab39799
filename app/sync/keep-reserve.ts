import type { Logger } from '../log.ts';
import type { Replica } from '../replica/replica.ts';

/** Reserves disk space for people's work, or refills the reserve. A failure is only logged. */
export function keepReserve({ reserve }: Replica, log: Logger): void {
  try {
    reserve.fill();
  } catch (error) {
    log.warn({ err: error }, 'disk space for edits could not be reserved');
  }
}
