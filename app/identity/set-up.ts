import { randomInt, timingSafeEqual } from 'node:crypto';

import { AppError, forbidden } from '../../shared/errors.ts';
import type { Config } from '../config.ts';
import type { SiteSettings } from '../store/meta.ts';
import type { Replica, ReplicaReader } from '../replica/replica.ts';
import { limitSetUp } from './attempt-limit.ts';
import { hashPassword } from './password.ts';
import { hashToken, newToken, peerOf, userAgentOf } from './token.ts';

export interface FirstAdmin {
  email: string;
  username: string;
  password: string;
}

/** Without letters and digits that people confuse. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const codeLength = 10;

/**
 * Lower ids stay free for the people of a sample or another fixture, who would otherwise take the first admin's id when their
 * documents are imported.
 */
const firstUserid = 100;

/** Creates the first account of a hub, once, for a person who has the code from its console (decision 0047). */
export class HubSetUp {
  private readonly isHub: boolean;
  private readonly store: Replica;
  /** Kept in memory only; another start makes another. */
  private readonly secret = newCode();
  /** True while the hub starts again as another one. */
  private isClosed = false;

  constructor({ profile }: Config, store: Replica) {
    this.isHub = profile === 'hub';
    this.store = store;
  }

  /** Returns the code to print on the hub's console; undefined once there was an account. */
  get code(): string | undefined {
    return this.store.read(null, (s) => (this.isOpen(s) ? this.secret : undefined));
  }

  /** Returns whether the hub never had an account. Rows of deleted accounts stay, so it never opens again. */
  isOpen(s: ReplicaReader): boolean {
    return this.isHub && !s.users.hasAccounts();
  }

  /**
   * Makes the first admin, signs them in and names the site.
   *
   * @returns the token and the userid
   * @throws AppError `forbidden` for a wrong code, too many of them, or if there was an account
   */
  setUp(
    given: { code: string; admin: FirstAdmin; site: Pick<SiteSettings, 'name' | 'langid' | 'private'> },
    request: Request,
  ): Promise<{ userid: number; authToken: string }> {
    return this.withCode(given.code, request, async () => {
      const { password, ...admin } = given.admin;
      const passwordHash = await hashPassword(password);
      const authToken = newToken();
      return this.store.transact(null, (s) => {
        // Another request with the code may have been faster while the password was hashed.
        this.requireOpen(s);
        s.meta.set('site', { ...s.meta.get<Partial<SiteSettings>>('site'), ...given.site });
        s.feed.record('site', 0);
        const userid = s.users.create({ ...admin, userid: firstUserid, role: 'admin', passwordHash });
        s.sessions.add({ userid, tokenHash: hashToken(authToken), userAgent: userAgentOf(request) });
        return { userid, authToken };
      });
    });
  }

  /** @throws AppError `forbidden` for a wrong code, too many of them, or if there was an account */
  requireCode(code: string, request: Request): Promise<void> {
    return this.withCode(code, request, async () => undefined);
  }

  /** Refuses any further set-up. */
  close(): void {
    this.isClosed = true;
  }

  private withCode<T>(code: string, request: Request, then: () => Promise<T>): Promise<T> {
    this.store.read(null, (s) => this.requireOpen(s));
    return limitSetUp(this.store, peerOf(request), async () => {
      if (!isSame(code, this.secret))
        throw forbidden('This is not the set-up code. The hub prints the code on its console.');
      return then();
    });
  }

  private requireOpen(s: ReplicaReader): void {
    if (this.isClosed || !this.isOpen(s))
      throw new AppError('forbidden', 'This hub is set up already. Sign in with an account of it.');
  }
}

const newCode = (): string =>
  Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Compares in constant time; people may type it in small letters and with hyphens. */
function isSame(given: string, code: string): boolean {
  const [a, b] = [Buffer.from(given.toUpperCase().replaceAll(/[\s-]/g, '')), Buffer.from(code)];
  return a.length === b.length && timingSafeEqual(a, b);
}
