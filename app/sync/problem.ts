import { AppError } from '../../shared/errors.ts';
import type { SyncProblem } from '../../shared/sync-status.ts';
import { fromDisk } from '../disk-error.ts';
import { RemoteError, TooLarge } from './remote.ts';

/** Advice for the person at the desk when a round stopped. Reading works in every case. */
const advice: Record<SyncProblem['kind'], string> = {
  offline: 'Check the network and that the hub is running. Benchside tries again by itself.',
  unauthorized: 'Sign in again: the hub no longer accepts this sign-in. Everything here stays readable.',
  forbidden: 'Ask an admin of the hub for access.',
  'not-a-site': 'Check the address of the hub: it must end in /api/2.0.',
  intercepted:
    'Sign in to the network if it asks for that: open a web page in a browser. Otherwise ask the person who runs the network. Edits wait until the hub itself answers.',
  'bad-answer':
    'Nothing was lost. Benchside asks again by itself; if it stays like this, tell the person who runs the hub.',
  'server-error': 'The hub has a fault of its own. Benchside tries again by itself.',
  throttled: 'The hub asks for a pause. Benchside goes on by itself.',
  'other-site': 'Use another data folder for another hub, or correct the address.',
  'mass-disappearance':
    'Nothing was removed here. Check that the hub is complete; if it is, confirm on the sync status that they may go here too.',
  'disk-full': 'Free some space on this computer, then sync again. What is here stays as it is.',
  damaged:
    'Close Benchside and restore the newest daily copy with `benchside restore`. It keeps the damaged file and carries over the edits that were not sent.',
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

export const noRoom = (): SyncStop => new SyncStop('disk-full', 'The disk of this computer is full.');

/** Returns an error as one of the failures in SPEC.md, each of which has one reaction. */
export function problemOf(error: unknown): SyncProblem {
  const { kind, message } = classify(error);
  const detail = detailOf(error);
  return { kind, message, advice: advice[kind], ...(detail === undefined ? {} : { detail }) };
}

/** Returns the system's code of a network failure, such as `ECONNREFUSED`. */
function detailOf(error: unknown): string | undefined {
  if (!(error instanceof RemoteError) || error.kind !== 'offline') return undefined;
  const { cause } = error;
  if (!(cause instanceof Error)) return undefined;
  return 'code' in cause ? String(cause.code) : cause.name;
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
  if (disk) return { kind: 'disk-full', message: 'The disk of this computer is full.' };
  return { kind: 'bug', message: error instanceof Error ? error.message : String(error) };
}

/** Problems that pass without a person: of the network, or of an answer from the site or something before it. */
export const passing: ReadonlySet<RemoteError['kind'] | SyncProblem['kind']> = new Set([
  'offline',
  'server-error',
  'throttled',
  'bad-answer',
  'intercepted',
]);

/** Returns whether the same request may succeed in a moment. */
export const isTransient = (error: unknown): boolean =>
  error instanceof RemoteError && !(error instanceof TooLarge) && passing.has(error.kind);
