import type { Prepared } from './preparer.ts';
import type { PulledGuide } from './pulled-guide.ts';
import { RemoteError } from './remote.ts';

/** Returns the error for a guide that could not be prepared. @param broken message for invalid JSON */
export const unprepared = (prepared: Exclude<Prepared, { pulled: PulledGuide }>, broken: string): Error =>
  'failure' in prepared
    ? new Error(`a guide of the site could not be prepared: ${prepared.failure}`)
    : new RemoteError('bad-answer', broken, 200);
