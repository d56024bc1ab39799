import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

import type { Logger } from '../log.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { Replica } from '../replica/replica.ts';
import { forgiveAccount } from '../store/users/attempts.ts';
import { putReset, resetOwner, useReset } from '../store/users/resets.ts';
import { mayReset } from './attempt-limit.ts';
import { hashPassword } from './password.ts';
import { hashToken, peerOf } from './token.ts';

export interface ResetParts {
  store: Replica;
  mail: Outbox;
  /** Returns the server's public address, without a final slash. */
  address: () => string;
  log: Logger;
}

/** Lets people set a new password by a mailed link. */
export class PasswordResets {
  private readonly parts: ResetParts;
  private readonly running = new Set<Promise<void>>();

  constructor(parts: ResetParts) {
    this.parts = parts;
  }

  /**
   * Mails a link if the account exists. The lookup happens after the answer, so that neither its text nor its timing reveals
   * which addresses have accounts.
   */
  request(email: string, request: Request): void {
    const { store, log } = this.parts;
    const peer = peerOf(request);
    if (!mayReset(store, email, peer)) {
      log.warn({ peer }, 'too many requests for a new password; no mail was sent');
      return;
    }
    const job = setImmediate()
      .then(() => this.mailLink(email))
      .catch((error: unknown) => log.error({ err: error }, 'a link for a new password could not be mailed'))
      .finally(() => this.running.delete(job));
    this.running.add(job);
  }

  /** Returns the username of a token's owner; `undefined` if the token is unknown, used or expired. */
  ownerOf(token: string): string | undefined {
    return this.parts.store.read(null, (s) => {
      const userid = resetOwner(s, hashToken(token));
      return userid === undefined ? undefined : s.users.actor(userid)?.username;
    });
  }

  /** Sets the password; a token works once. @returns whether the token was valid */
  async use(token: string, password: string): Promise<boolean> {
    if (this.ownerOf(token) === undefined) return false;
    const passwordHash = await hashPassword(password);
    const { store, log } = this.parts;
    return store.transact(null, (s) => {
      const userid = useReset(s, hashToken(token), passwordHash);
      if (userid === undefined) return false;
      forgiveAccount(s, (s.users.row(userid)?.email ?? '').toLowerCase());
      log.info({ userid }, 'a new password was set by a mailed link');
      return true;
    });
  }

  /** Resolves when all requested links are in the outbox. */
  async close(): Promise<void> {
    await Promise.all(this.running);
  }

  private async mailLink(email: string): Promise<void> {
    const { store, mail, address } = this.parts;
    const token = randomBytes(32).toString('base64url');
    const found = store.transact(null, (s) => {
      const row = s.users.findByEmail(email);
      if (!row?.email || !s.users.actor(row.userid)) return undefined;
      putReset(s, row.userid, hashToken(token));
      return { to: row.email, site: s.meta.site };
    });
    if (!found) return;
    // Loaded on first use: a desk sends no mail and must start fast.
    const { resetMail } = await import('../mail/reset-mail.ts');
    const written = await resetMail(found.site, `${address()}/reset-password?token=${token}`);
    await mail.put({ to: found.to, ...written });
  }
}
