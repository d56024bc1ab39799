import { AppError, unauthorized } from '../../shared/errors.ts';
import type { Store } from '../store/store.ts';
import { clearAttempts, countAttempt, uncountAttempt, waitSeconds } from '../store/users/attempts.ts';
import type { AttemptKey } from '../store/users/attempts.ts';

/** Few for one account from one address; more in all, so that a stranger does not lock its owner out. */
const signInLimits = { pair: 10, account: 100, address: 100 };
const resetLimits = { account: 3, address: 20 };

/**
 * Runs `signIn` unless there were too many failures; `unauthorized` from it is one more.
 *
 * @param address of the caller, empty when unknown
 * @throws AppError `unauthorized` that says how long to wait: the contract has no status of its own for this
 */
export async function limitSignIn<T>(
  store: Store,
  email: string,
  address: string,
  signIn: () => Promise<T>,
): Promise<T> {
  const account = email.toLowerCase();
  const network = networkOf(address);
  const ofAccount: AttemptKey[] = [
    { key: `pair ${network} ${account}`, account, limit: signInLimits.pair },
    { key: `account ${account}`, account, limit: signInLimits.account },
  ];
  const ofAddress: AttemptKey[] =
    network === '' ? [] : [{ key: `address ${network}`, account: '', limit: signInLimits.address }];
  const keys = [...ofAccount, ...ofAddress];
  refuseFor(store.read(null, (s) => waitSeconds(s, keys)));
  // Counted before the answer is known: attempts made at the same time count too.
  store.transact(null, (s) => countAttempt(s, keys));
  try {
    const result = await signIn();
    store.transact(null, (s) => {
      clearAttempts(s, ofAccount);
      uncountAttempt(s, ofAddress);
    });
    return result;
  } catch (error) {
    const refused = error instanceof AppError && error.code === 'unauthorized';
    if (!refused) store.transact(null, (s) => uncountAttempt(s, keys));
    throw error;
  }
}

/** @returns whether a link may be mailed; asking counts */
export function mayReset(store: Store, email: string, address: string): boolean {
  const network = networkOf(address);
  const keys: AttemptKey[] = [
    { key: `reset-account ${email.toLowerCase()}`, account: '', limit: resetLimits.account },
    ...(network === '' ? [] : [{ key: `reset-address ${network}`, account: '', limit: resetLimits.address }]),
  ];
  return store.transact(null, (s) => {
    const may = waitSeconds(s, keys) === 0;
    if (may) countAttempt(s, keys);
    return may;
  });
}

function refuseFor(seconds: number): void {
  if (seconds === 0) return;
  const minutes = Math.ceil(seconds / 60);
  throw unauthorized(
    `There were too many failed attempts to sign in. Wait ${minutes} minute${minutes === 1 ? '' : 's'} and try again.`,
  );
}

/** Of an IPv6 address its first half, because whoever has one has all that share it. */
export function networkOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4 !== undefined || !address.includes(':')) return v4 ?? address;
  const [head = '', tail] = address.toLowerCase().split('%', 1).join('').split('::');
  const parts = (text: string | undefined): string[] => (text ? text.split(':') : []);
  const gap = tail === undefined ? 0 : 8 - parts(head).length - parts(tail).length;
  return [...parts(head), ...Array.from({ length: gap }, () => '0'), ...parts(tail)].slice(0, 4).join(':');
}
