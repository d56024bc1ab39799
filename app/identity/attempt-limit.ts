import { AppError, forbidden, unauthorized } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import type { Replica, ReplicaReader, ReplicaWriter } from '../replica/replica.ts';
import { clearAttempts, countAttempt, uncountAttempt, waitSeconds } from '../store/users/attempts.ts';
import type { AttemptKey } from '../store/users/attempts.ts';

const most = limits.attempts;

/**
 * Runs `signIn` unless there were too many failures; `unauthorized` counts as one.
 *
 * @param address of the caller, empty if unknown
 * @throws AppError `unauthorized` that says how long to wait: the contract has no other status for it
 */
export function limitSignIn<T>(
  store: Replica,
  email: string,
  address: string,
  signIn: () => Promise<T>,
): Promise<T> {
  const account = email.toLowerCase();
  const network = networkOf(address);
  const ofAccount: AttemptKey[] = [
    { key: `pair ${network} ${account}`, account, limit: most.signInPair.max },
    { key: `account ${account}`, account, limit: most.signInAccount.max },
  ];
  const ofAddress: AttemptKey[] =
    network === '' ? [] : [{ key: `address ${network}`, account: '', limit: most.signInNetwork.max }];
  return limit(store, { own: ofAccount, shared: ofAddress }, signIn);
}

/** The places where PINs and badges are entered. Each is counted separately: requests over loopback lock no one out at the window. */
export type Through = 'window' | 'loopback';

const keyAt = (through: Through, key: string, limit: number): AttemptKey => ({
  key: through === 'window' ? key : `${through} ${key}`,
  account: '',
  limit,
});
const pinKey = (through: Through, userid: number): AttemptKey =>
  keyAt(through, `pin ${userid}`, most.pinPerson.max);
const anyPinKey = (through: Through): AttemptKey => keyAt(through, 'pin', most.pinDesk.max);
/** For people without a PIN at this desk: such attempts can guess nothing, so they do not count against others. */
const strangerPinKey = (through: Through): AttemptKey => keyAt(through, 'pin of none', most.pinDesk.max);
const badgeKey = (through: Through): AttemptKey => keyAt(through, 'badge', most.badge.max);

/**
 * Limits attempts of a PIN, like `limitSignIn`.
 *
 * @param userid the PIN's owner; `undefined` for a person without one here
 */
export const limitPin = <T>(
  store: Replica,
  { userid, through }: { userid: number | undefined; through: Through },
  unlock: () => Promise<T>,
): Promise<T> =>
  limit(
    store,
    userid === undefined
      ? { own: [], shared: [strangerPinKey(through)] }
      : { own: [pinKey(through, userid)], shared: [anyPinKey(through)] },
    unlock,
  );

/** Limits attempts of badges, whose owners are not known beforehand. */
export const limitBadge = <T>(store: Replica, through: Through, unlock: () => Promise<T>): Promise<T> =>
  limit(store, { own: [], shared: [badgeKey(through)] }, unlock);

/** Returns seconds until this person's PIN may be tried again; 0 for now. */
export const pinWait = (s: ReplicaReader, userid: number, through: Through): number =>
  waitSeconds(s, [pinKey(through, userid), anyPinKey(through)]);

/** Returns whether a badge's owner may be looked up; each call counts as an attempt. */
export function mayReadBadge(s: ReplicaWriter): boolean {
  const keys: AttemptKey[] = [{ key: 'badge-read', account: '', limit: most.badgeRead.max }];
  const may = waitSeconds(s, keys) === 0;
  if (may) countAttempt(s, keys);
  return may;
}

export const badgeWait = (s: ReplicaReader, through: Through): number => waitSeconds(s, [badgeKey(through)]);

/** Clears the failed PINs of a person who has proven their identity by password. */
export const forgivePin = (s: ReplicaWriter, userid: number): void =>
  clearAttempts(s, [pinKey('window', userid), pinKey('loopback', userid)]);

/**
 * Limits attempts of a team's join code; `forbidden` counts as a failure.
 *
 * @throws AppError `forbidden` that says how long to wait
 */
export function limitJoinCode<T>(
  store: Replica,
  { userid, teamid, address }: { userid: number; teamid: number; address: string },
  join: () => T,
): Promise<T> {
  const network = networkOf(address);
  const own = [{ key: `join ${userid} ${teamid}`, account: '', limit: most.joinTeam.max }];
  const shared = [
    { key: `join ${userid}`, account: '', limit: most.joinPerson.max },
    ...(network === '' ? [] : [{ key: `join-address ${network}`, account: '', limit: most.joinNetwork.max }]),
  ];
  return limit(store, { own, shared }, async () => join(), tooManyCodes);
}

/**
 * Runs `register` unless there were too many registrations from the network. Registering an existing account also counts as a guess,
 * because it shows whether the account exists.
 *
 * @throws AppError `invalid` that says how long to wait
 */
export async function limitRegistration<T>(
  store: Replica,
  address: string,
  register: () => Promise<T>,
): Promise<T> {
  const network = networkOf(address);
  if (network === '') return register();
  const any = { key: `register ${network}`, account: '', limit: most.registerNetwork.max };
  const taken = { key: `register-taken ${network}`, account: '', limit: most.registerTaken.max };
  const seconds = store.transact(null, (s) => {
    const wait = waitSeconds(s, [any, taken]);
    if (wait === 0) countAttempt(s, [any, taken]);
    return wait;
  });
  if (seconds > 0)
    throw new AppError(
      'invalid',
      `There were too many registrations from your network. Wait ${minutesOf(seconds)} and try again.`,
    );
  try {
    const result = await register();
    store.transact(null, (s) => uncountAttempt(s, [taken]));
    return result;
  } catch (error) {
    const isTaken = error instanceof AppError && error.code === 'invalid';
    if (!isTaken) store.transact(null, (s) => uncountAttempt(s, [taken]));
    throw error;
  }
}

/** Runs `signIn` under limits. A success clears the account's own counts, but only uncounts itself from the shared ones. */
async function limit<T>(
  store: Replica,
  { own, shared }: Record<'own' | 'shared', AttemptKey[]>,
  signIn: () => Promise<T>,
  tooMany: (wait: string) => AppError = tooManySignIns,
): Promise<T> {
  const keys = [...own, ...shared];
  const seconds = store.read(null, (s) => waitSeconds(s, keys));
  const refusal = tooMany(minutesOf(seconds));
  if (seconds > 0) throw refusal;
  // Counted before the result is known, so that simultaneous attempts count too.
  store.transact(null, (s) => countAttempt(s, keys));
  try {
    const result = await signIn();
    store.transact(null, (s) => {
      clearAttempts(s, own);
      uncountAttempt(s, shared);
    });
    return result;
  } catch (error) {
    const refused = error instanceof AppError && error.code === refusal.code;
    if (!refused) store.transact(null, (s) => uncountAttempt(s, keys));
    throw error;
  }
}

/**
 * Limits attempts of a hub's set-up code; `forbidden` counts as a failure.
 *
 * @throws AppError `forbidden` that says how long to wait
 */
export function limitSetUp<T>(store: Replica, address: string, setUp: () => Promise<T>): Promise<T> {
  const shared = [{ key: `set-up ${networkOf(address)}`, account: '', limit: most.setUp.max }];
  return limit(store, { own: [], shared }, setUp, tooManySetUps);
}

/** Returns whether a reset link may be mailed; each call counts as an attempt. */
export function mayReset(store: Replica, email: string, address: string): boolean {
  const network = networkOf(address);
  const keys: AttemptKey[] = [
    { key: `reset-account ${email.toLowerCase()}`, account: '', limit: most.resetAccount.max },
    ...(network === ''
      ? []
      : [{ key: `reset-address ${network}`, account: '', limit: most.resetNetwork.max }]),
  ];
  return store.transact(null, (s) => {
    const may = waitSeconds(s, keys) === 0;
    if (may) countAttempt(s, keys);
    return may;
  });
}

const tooManySignIns = (wait: string): AppError =>
  unauthorized(`There were too many failed attempts to sign in. Wait ${wait} and try again.`);
const tooManyCodes = (wait: string): AppError =>
  forbidden(`There were too many wrong join codes. Wait ${wait} and try again.`);
const tooManySetUps = (wait: string): AppError =>
  forbidden(`There were too many wrong set-up codes. Wait ${wait} and try again.`);

function minutesOf(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return `${minutes} minute${minutes === 1 ? '' : 's'}`;
}

/** Returns the network of an address: of IPv6 the first 64 bits, since a caller has all addresses that share them; of IPv4 the address. */
export function networkOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4 !== undefined || !address.includes(':')) return v4 ?? address;
  const [head = '', tail] = address.toLowerCase().split('%', 1).join('').split('::');
  const parts = (text: string | undefined): string[] => (text ? text.split(':') : []);
  const gap = tail === undefined ? 0 : 8 - parts(head).length - parts(tail).length;
  return [...parts(head), ...Array.from({ length: gap }, () => '0'), ...parts(tail)].slice(0, 4).join(':');
}
