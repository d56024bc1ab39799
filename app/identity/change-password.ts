import { AppError, invalid, unauthorized } from '../../shared/errors.ts';
import type { User } from '../../shared/model/user.ts';
import type { Replica } from '../replica/replica.ts';
import type { Actor } from '../store/actor.ts';
import { setPassword } from '../store/users/resets.ts';
import { limitSignIn } from './attempt-limit.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { startSession } from './sessions.ts';
import { peerOf } from './token.ts';

const notCurrent = 'This is not your current password.';

export interface PasswordChange {
  /** The account's address. A desk stores it with the new password, for offline sign-in. */
  email: string;
  current: string;
  password: string;
}

/**
 * Sets a new password for a person of a hub, ends all their sign-ins, and starts a new one. Wrong passwords count as failed
 * sign-ins.
 *
 * @returns the user with the token of the new sign-in
 * @throws AppError `invalid`: a 401 would end the sign-in at the desk that forwards this
 */
export async function replacePassword(
  store: Replica,
  actor: Actor,
  { email, current, password }: PasswordChange,
  request: Request,
): Promise<User> {
  const row = store.read(null, (s) => s.users.row(actor.userid));
  if (row?.email?.toLowerCase() !== email.toLowerCase())
    throw invalid('email', 'This is not the e-mail address of your account.');
  await requirePassword(store, actor, { field: 'current_password', password: current }, request);
  const passwordHash = await hashPassword(password);
  store.transact(null, (s) => {
    // Somebody may have set another meanwhile, such as the owner of the account by a mailed link.
    if (s.users.row(actor.userid)?.password !== row.password) throw invalid('current_password', notCurrent);
    setPassword(s, actor.userid, passwordHash);
  });
  return startSession(store, actor, request);
}

/**
 * Checks the password of a person of a hub who is signed in already. Wrong ones count as failed sign-ins.
 *
 * @throws AppError `invalid` naming the field; a 401 would end the sign-in
 */
export async function requirePassword(
  store: Replica,
  { userid }: Actor,
  { field, password }: { field: string; password: string },
  request: Request,
): Promise<void> {
  const row = store.read(null, (s) => s.users.row(userid));
  if (row?.password === null)
    throw invalid(field, 'Your account has no password. Set one with “Forgot password?” where you sign in.');
  try {
    await limitSignIn(store, row?.email ?? '', peerOf(request), async () => {
      if (!row || !(await verifyPassword(password, row.password))) throw unauthorized(notCurrent);
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthorized') throw invalid(field, error.message);
    throw error;
  }
}
