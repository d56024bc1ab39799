import { AppError, unauthorized } from '../../shared/errors.ts';
import type { Store, StoreReader, StoreWriter } from '../store/store.ts';
import { clearAttempts, countAttempt, uncountAttempt, waitSeconds } from '../store/users/attempts.ts';
import type { AttemptKey } from '../store/users/attempts.ts';

/** Few for one account from one address; more in all, so that a stranger does not lock its owner out. */
const signInLimits = { pair: 10, account: 100, address: 100 };
const resetLimits = { account: 3, address: 20 };
/** A PIN is short, and whoever tries stands at the desk; badges of other doors are tried by mistake. */
const pinLimits = { person: 5, desk: 50 };
const badgeLimit = 20;
/** Codes of all kinds are scanned into the window all day; only somebody who guesses badges asks about more. */
const readLimit = 300;

/**
 * Runs `signIn` unless there were too many failures; `unauthorized` from it is one more.
 *
 * @param address of the caller, empty when unknown
 * @throws AppError `unauthorized` that says how long to wait: the contract has no status of its own for this
 */
export function limitSignIn<T>(
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
  return limit(store, { own: ofAccount, shared: ofAddress }, signIn);
}

const pinKey = (userid: number): AttemptKey => ({
  key: `pin ${userid}`,
  account: '',
  limit: pinLimits.person,
});
const anyPinKey: AttemptKey = { key: 'pin', account: '', limit: pinLimits.desk };
const badgeKey: AttemptKey = { key: 'badge', account: '', limit: badgeLimit };

/** The same for the PIN of one person at this desk. */
export const limitPin = <T>(store: Store, userid: number, unlock: () => Promise<T>): Promise<T> =>
  limit(store, { own: [pinKey(userid)], shared: [anyPinKey] }, unlock);

/** The same for badges, of which it is not known whose they are. */
export const limitBadge = <T>(store: Store, unlock: () => Promise<T>): Promise<T> =>
  limit(store, { own: [], shared: [badgeKey] }, unlock);

/** Seconds until the PIN of this person may be tried again; 0 for now. */
export const pinWait = (s: StoreReader, userid: number): number =>
  waitSeconds(s, [pinKey(userid), anyPinKey]);

/** Whether it may be looked up whose badge a code is; asking counts. */
export function mayReadBadge(s: StoreWriter): boolean {
  const keys: AttemptKey[] = [{ key: 'badge-read', account: '', limit: readLimit }];
  const may = waitSeconds(s, keys) === 0;
  if (may) countAttempt(s, keys);
  return may;
}

export const badgeWait = (s: StoreReader): number => waitSeconds(s, [badgeKey]);

/** Who has proven to be this person need not wait for others' attempts. */
export const forgivePin = (s: StoreWriter, userid: number): void => clearAttempts(s, [pinKey(userid)]);

/** A success forgives what counts against the account itself, and only takes itself back from what others share. */
async function limit<T>(
  store: Store,
  { own, shared }: Record<'own' | 'shared', AttemptKey[]>,
  signIn: () => Promise<T>,
): Promise<T> {
  const keys = [...own, ...shared];
  refuseFor(store.read(null, (s) => waitSeconds(s, keys)));
  // Counted before the answer is known: attempts made at the same time count too.
  store.transact(null, (s) => countAttempt(s, keys));
  try {
    const result = await signIn();
    store.transact(null, (s) => {
      clearAttempts(s, own);
      uncountAttempt(s, shared);
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
