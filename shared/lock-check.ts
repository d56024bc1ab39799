/** The parts of a machine that must be closed to keep a person inside Benchside. */
export const lockParts = ['window', 'debugging', 'account', 'session', 'keys'] as const;
export type LockPart = (typeof lockParts)[number];

export interface LockFinding {
  part: LockPart;
  /** `unknown`: could not be checked; counts as open. */
  state: 'closed' | 'open' | 'unknown';
  /** The finding, in the system's own names; may be empty. */
  detail: string;
}

export interface LockCheck {
  /** True only if every part is `closed`. */
  locked: boolean;
  findings: LockFinding[];
}
