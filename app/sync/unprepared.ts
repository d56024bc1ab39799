import type { Prepared } from './preparer.ts';
import type { PulledGuide } from './pulled-guide.ts';
import { RemoteError } from './remote.ts';

/** Why a guide cannot be stored. @param broken what is said of a text that is no JSON */
export const unprepared = (prepared: Exclude<Prepared, { pulled: PulledGuide }>, broken: string): Error =>
  'failure' in prepared
    ? new Error(`a guide of the site could not be made ready: ${prepared.failure}`)
    : new RemoteError('bad-answer', broken, 200);
