import { AppError, unauthorized } from '../../shared/errors.ts';

const windowSeconds = 15 * 60;
/** Few for one account from one address; more in all, so that a stranger does not lock its owner out. */
const limits = { pair: 10, account: 100, address: 100 };
const maxKeys = 10_000;

interface Count {
  failures: number;
  since: number;
}

/** Counts failed attempts to sign in by account and address, in memory. */
export class SignInLimit {
  private readonly counts = new Map<string, Count>();

  /**
   * Runs `signIn` unless there were too many failures; `unauthorized` from it is one more.
   *
   * @param address of the caller, empty when unknown
   * @param now UNIX seconds
   * @throws AppError `unauthorized` that says how long to wait: the contract has no status of its own for this
   */
  async guard<T>(email: string, address: string, now: number, signIn: () => Promise<T>): Promise<T> {
    const account = email.toLowerCase();
    const keys = [
      { key: `pair ${address} ${account}`, limit: limits.pair },
      { key: `account ${account}`, limit: limits.account },
      ...(address === '' ? [] : [{ key: `address ${address}`, limit: limits.address }]),
    ];
    this.forgetOld(now);
    for (const { key, limit } of keys) this.refuseOver(key, limit, now);
    // Counted before the answer is known: attempts made at the same time count too.
    for (const { key } of keys) this.add(key, 1, now);
    try {
      const result = await signIn();
      this.counts.delete(`pair ${address} ${account}`);
      this.counts.delete(`account ${account}`);
      this.add(`address ${address}`, -1, now);
      return result;
    } catch (error) {
      const refused = error instanceof AppError && error.code === 'unauthorized';
      if (!refused) for (const { key } of keys) this.add(key, -1, now);
      throw error;
    }
  }

  private refuseOver(key: string, limit: number, now: number): void {
    const count = this.counts.get(key);
    if (!count || count.failures < limit) return;
    const minutes = Math.max(1, Math.ceil((count.since + windowSeconds - now) / 60));
    throw unauthorized(
      `There were too many failed attempts to sign in. Wait ${minutes} minute${minutes === 1 ? '' : 's'} and try again.`,
    );
  }

  private add(key: string, failures: number, now: number): void {
    const count = this.counts.get(key);
    if (count) count.failures += failures;
    else if (failures > 0) this.counts.set(key, { failures, since: now });
  }

  private forgetOld(now: number): void {
    for (const [key, { since }] of this.counts) {
      // Entries are in the order they were made.
      if (since + windowSeconds > now && this.counts.size < maxKeys) break;
      this.counts.delete(key);
    }
  }
}
