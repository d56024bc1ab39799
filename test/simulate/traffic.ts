import { setImmediate } from 'node:timers/promises';

import type { Random } from './random.ts';

/** Turns of the loop after which whoever sends several requests at once has sent them all. */
const turns = 4;

/**
 * What is under way between a desk and the site: requests, and answers. Chance decides what arrives next; nothing
 * arrives at the same time, so that an episode is the same each time.
 */
export class Traffic {
  private readonly under: (() => Promise<void>)[] = [];
  private moving = false;

  /** @param serve what the site makes of it @param receive what becomes of the answer on its way back */
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
      for (let turn = 0; turn < turns; turn += 1) await setImmediate();
      const { length } = this.under;
      if (length === 0) break;
      const [next] = this.under.splice(length === 1 ? 0 : random.int(length), 1);
      await next?.();
    }
    this.moving = false;
  }
}
