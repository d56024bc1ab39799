/** What of the machine keeps a person inside Benchside, or does not. */
export const lockParts = ['window', 'debugging', 'account', 'session', 'keys'] as const;
export type LockPart = (typeof lockParts)[number];

export interface LockFinding {
  part: LockPart;
  /** `unknown` is what could not be looked at: it counts as open. */
  state: 'closed' | 'open' | 'unknown';
  /** What was found, in the system's own names; may be empty. */
  detail: string;
}

export interface LockCheck {
  /** Only when every part was seen to be closed. */
  locked: boolean;
  findings: LockFinding[];
}
