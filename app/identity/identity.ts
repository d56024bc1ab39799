import type { User } from '../../shared/model/user.ts';
import type { Actor, Viewer } from '../store/actor.ts';
import type { Forwarded } from './forward.ts';

/** Who a request comes from, and signing in and out. Hub and desk have one each. */
export interface Identity {
  /** Whether a sign-in at the site outlives this process. */
  keepsSignIn: boolean;
  /** By `Authorization: api <token>`, or the person at this desk for its own window; else `null`. */
  viewerOf(request: Request): Viewer;
  /**
   * @returns the user with `authToken` (fact sheet 2)
   * @throws AppError `unauthorized` for wrong credentials, `unavailable` when a desk needs its site and cannot reach it
   */
  signIn(credentials: { email: string; password: string }, request: Request): Promise<User>;
  signOut(request: Request, actor: Actor): Promise<void>;
  /**
   * Makes a change on the site as this person, before it is made here. A hub is the site: nothing to do.
   *
   * @throws AppError `unavailable` while the site cannot be reached, or the site's own refusal
   */
  forward(actor: Actor, change: Forwarded): Promise<void>;
}
