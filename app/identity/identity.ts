import type { Endpoint } from '../api/endpoint.ts';
import type { User } from '../../shared/model/user.ts';
import type { Actor, Viewer } from '../store/actor.ts';
import type { Kiosk } from './kiosk.ts';
import type { Vault } from './vault.ts';

/** Who a request comes from, and signing in and out. Hub and desk have one each. */
export interface Identity {
  /** Whether a sign-in at the site outlives this process. */
  keepsSignIn: boolean;
  /** A desk's only: what seals them. */
  keeper?: Vault['keeper'];
  /** A desk's only. */
  kiosk?: Kiosk;
  /** A desk's only: what its window sends along. It dies with the process and is never written down. */
  windowKey?: string;
  /** Whether the desk's own window asks. */
  isWindow(request: Request): boolean;
  /** By `Authorization: api <token>`, or the person at this desk for its own window; else `null`. */
  viewerOf(request: Request): Viewer;
  /**
   * @returns the user with `authToken` (CONTRACT 3.1)
   * @throws AppError `unauthorized` for wrong credentials, `invalid` for an application the site does not know,
   *   `unavailable` when a desk needs its site and cannot reach it
   */
  signIn(credentials: { email: string; password: string }, request: Request): Promise<User>;
  signOut(request: Request, actor: Actor): Promise<void>;
  /**
   * A desk's only: has the site carry out what only a site can, as this person, and hands back its status and body.
   *
   * @throws AppError `unavailable` while the site cannot be reached, `unauthorized` when it no longer knows the person
   */
  sendOn?(endpoint: Endpoint, request: Request, viewer: Viewer): Promise<Response>;
  /** Writes down what was only in memory. */
  close(): Promise<void>;
}
