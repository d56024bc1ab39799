import type { Outcome } from './episode.ts';
import type { Plan } from './plan.ts';
import { signatureOf } from './shrink.ts';

/** The results of many episodes. Violations of one kind are counted together; the shortest episode stands for them. */
export class Tally {
  readonly found: { signature: string; plan: Plan; outcome: Outcome; count: number }[] = [];
  private readonly started = performance.now();
  private episodes = 0;
  private violations = 0;
  private edits = 0;
  private ms = 0;

  add(plan: Plan, outcome: Outcome): void {
    this.episodes += 1;
    this.edits += outcome.edits;
    this.ms += outcome.ms;
    if (outcome.wrong.length > 0) this.note(plan, outcome);
    if (this.episodes % 100 === 0) console.log(this.summary());
  }

  private note(plan: Plan, outcome: Outcome): void {
    this.violations += 1;
    const signature = signatureOf(outcome.wrong[0] ?? '');
    const known = this.found.find((one) => one.signature === signature);
    if (!known) {
      this.found.push({ signature, plan, outcome, count: 1 });
      console.log(`seed ${plan.seed}: ${outcome.wrong[0]}`);
      return;
    }
    known.count += 1;
    if (plan.steps.length < known.plan.steps.length) Object.assign(known, { plan, outcome });
  }

  summary(): string {
    const seconds = Math.round((performance.now() - this.started) / 1000);
    const each = Math.round(this.ms / Math.max(1, this.episodes));
    return `${this.episodes} episodes, ${this.edits} edits, ${this.violations} with violations; ${seconds} s, ${each} ms of processor time each`;
  }
}
