import { AppError } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import type { Rate } from '../../shared/limits.ts';
import type { RequestCounter } from '../context.ts';
import { networkOf } from '../identity/attempt-limit.ts';
import { peerOf } from '../identity/token.ts';
import type { Viewer } from '../store/actor.ts';

/** Length of a counting window, which begins with a caller's first request. */
const windowSeconds = 60;
/** Callers counted at once; beyond that the oldest window is dropped. */
const mostCallers = 10_000;

interface Count {
  since: number;
  requests: number;
}

/**
 * Limits the requests of a person, or of a network for people who did not sign in (decision 0023). Requests that came over no
 * network are not counted.
 */
export class RequestRates implements RequestCounter {
  private readonly counts = new Map<string, Count>();
  private readonly now: () => number;

  /** @param now returns seconds */
  constructor(now = () => performance.now() / 1000) {
    this.now = now;
  }

  count(rate: Rate, viewer: Viewer, request: Request): void {
    const network = networkOf(peerOf(request));
    if (network === '') return;
    const key = `${rate} ${viewer ? viewer.userid : network}`;
    const now = this.now();
    const known = this.counts.get(key);
    const count = known && now < known.since + windowSeconds ? known : this.start(key, now);
    count.requests += 1;
    if (count.requests <= limits.rates[rate].max) return;
    const seconds = Math.ceil(count.since + windowSeconds - now);
    const time = seconds === 1 ? '1 second' : `${seconds} seconds`;
    throw new AppError('unavailable', `There were too many requests. Wait ${time} and try again.`, {
      retryAfter: seconds,
    });
  }

  private start(key: string, since: number): Count {
    const count = { since, requests: 0 };
    this.counts.delete(key);
    this.counts.set(key, count);
    for (const [first] of this.counts) {
      if (this.counts.size <= mostCallers) break;
      this.counts.delete(first);
    }
    return count;
  }
}
