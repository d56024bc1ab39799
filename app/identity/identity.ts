import type { User } from '../../shared/model/user.ts';
import type { Actor, Viewer } from '../store/actor.ts';
import type { Forwarded } from './forward-to-site.ts';
import type { Kiosk } from './kiosk.ts';
import type { Vault } from './vault.ts';

/** Identifies the sender of a request, and signs in and out. Hub and desk have one implementation each. */
export interface Identity {
  /** Sign-ins at the site survive a restart of this process. */
  keepsSignIn: boolean;
  /** On a desk: where the key that seals tokens is kept. */
  keeper?: Vault['keeper'];
  /** On a desk. */
  kiosk?: Kiosk;
  /** On a desk: the key that its window sends with each request. Kept in memory only. */
  windowKey?: string;
  /** Returns whether a request comes from the desk's own window. */
  isWindow(request: Request): boolean;
  /** Returns the owner of the token in `Authorization: api <token>`; for the desk's own window, the current person; else `null`. */
  viewerOf(request: Request): Viewer;
  /**
   * Signs a person in.
   *
   * @returns the user with `authToken` (CONTRACT 3.1)
   * @throws AppError `unauthorized` for wrong credentials, `invalid` for an application the site does not know, `unavailable`
   *   when a desk needs its site and cannot reach it
   */
  signIn(credentials: { email: string; password: string }, request: Request): Promise<User>;
  signOut(request: Request, actor: Actor): Promise<void>;
  /**
   * On a desk: forwards a request that only the site can carry out, as this person.
   *
   * @returns a response with the site's status and body
   * @throws AppError `unavailable` while the site cannot be reached, `unauthorized` when it no longer knows the person
   */
  forward?(forwarded: Forwarded, viewer: Viewer): Promise<Response>;
  /** Stores what was in memory only. */
  close(): Promise<void>;
}
