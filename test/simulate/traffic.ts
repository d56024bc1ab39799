import { setImmediate } from 'node:timers/promises';

import type { Random } from './random.ts';

/** Turns of the event loop after which a sender of several requests has sent them all, if it does not read or write files. */
const turns = 4;

/** Returns whether files are being read or written, whose time depends on the load of the machine. */
const isAtFiles = (): boolean =>
  process.getActiveResourcesInfo().some((resource) => resource.startsWith('FSReq'));

/**
 * Requests and answers under way between a desk and the site. The generator chooses which arrives next, one at a time, so that an episode
 * is the same each time.
 */
export class Traffic {
  private readonly under: (() => Promise<void>)[] = [];
  private moving = false;

  /** @param serve carries out a request at the site @param receive delivers the answer to the desk */
  carry<Answer, Received>(
    random: Random,
    serve: () => Promise<Answer>,
    receive: (answer: Answer) => Received,
  ): Promise<Received> {
    return new Promise((resolve, reject) => {
      this.under.push(async () => {
        try {
          const answer = await serve();
          this.under.push(async () => {
            try {
              resolve(receive(answer));
            } catch (error) {
              reject(error);
            }
          });
        } catch (error) {
          reject(error);
        }
      });
      if (!this.moving) void this.move(random);
    });
  }

  private async move(random: Random): Promise<void> {
    this.moving = true;
    for (;;) {
      for (let turn = 0; turn < turns; turn = isAtFiles() ? 0 : turn + 1) await setImmediate();
      const { length } = this.under;
      if (length === 0) break;
      const [next] = this.under.splice(length === 1 ? 0 : random.int(length), 1);
      await next?.();
    }
    this.moving = false;
  }
}
