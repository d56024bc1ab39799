import { AppError } from '../../shared/errors.ts';
import type { SyncProblem } from '../../shared/sync-status.ts';
import { fromDisk } from '../api/error-response.ts';
import { RemoteError, TooLarge } from './remote.ts';

/** What a round that stopped means for the person at the desk. Reading goes on in every case. */
const advice: Record<SyncProblem['kind'], string> = {
  offline: 'Check the network and that the site is running. Benchside tries again by itself.',
  unauthorized: 'Sign in again: the site no longer accepts this sign-in. Everything here stays readable.',
  forbidden: 'Ask an admin of the site for access.',
  'not-a-site': 'Check the address of the site: it must end in /api/2.0.',
  intercepted:
    'Sign in to the network if it asks for that: open a web page in a browser. Otherwise ask whoever runs the network. Edits wait until the site itself answers.',
  'bad-answer':
    'Nothing was lost. Benchside asks again by itself; if it stays like this, tell whoever runs the site.',
  'server-error': 'The site has a fault of its own. Benchside tries again by itself.',
  throttled: 'The site asks for a pause. Benchside goes on by itself.',
  'other-site': 'Use another data folder for another site, or correct the address.',
  'mass-disappearance':
    'Nothing was removed here. Check that the site is complete; if it is, confirm on the sync status that they may go here too.',
  'disk-full': 'Free some space on this machine, then sync again. What is here stays as it is.',
  damaged:
    'Close Benchside and put back the newest daily copy with `benchside restore`: it keeps the damaged file, and carries over the work that was not sent.',
  bug: 'This is a fault in Benchside. Reading goes on; please report it with the log.',
};

export class SyncStop extends Error {
  override readonly name = 'SyncStop';
  readonly kind: SyncProblem['kind'];

  constructor(kind: SyncProblem['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

export const noRoom = (): SyncStop => new SyncStop('disk-full', 'The disk of this machine is full.');

/** Returns what went wrong as one of the failures that SPEC.md lists, each with one reaction. */
export function problemOf(error: unknown): SyncProblem {
  const { kind, message } = classify(error);
  return { kind, message, advice: advice[kind] };
}

function classify(error: unknown): { kind: SyncProblem['kind']; message: string } {
  if (error instanceof SyncStop) return error;
  if (error instanceof RemoteError) {
    const { kind, message } = error;
    if (kind === 'not-found') return { kind: 'not-a-site', message: 'There is no API 2.0 at this address.' };
    if (kind === 'refused' || kind === 'conflict') return { kind: 'bad-answer', message };
    return { kind, message };
  }
  if (error instanceof AppError && error.code === 'incompatible')
    return { kind: 'damaged', message: error.message };
  const disk = error instanceof AppError ? undefined : fromDisk(error);
  if (disk) return { kind: 'disk-full', message: 'The disk of this machine is full.' };
  return { kind: 'bug', message: error instanceof Error ? error.message : String(error) };
}

/** What passes without a person: the network, and what the site or something between answers. */
export const passing: ReadonlySet<RemoteError['kind'] | SyncProblem['kind']> = new Set([
  'offline',
  'server-error',
  'throttled',
  'bad-answer',
  'intercepted',
]);

/** Whether the same request may succeed in a moment. */
export const isTransient = (error: unknown): boolean =>
  error instanceof RemoteError && !(error instanceof TooLarge) && passing.has(error.kind);
