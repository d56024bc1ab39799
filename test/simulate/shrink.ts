import type { Outcome } from './episode.ts';
import type { Plan, Step } from './plan.ts';

/** Returns a violation without the parts that differ each time. */
export const signatureOf = (wrong: string): string =>
  wrong
    .replace(/zq\d+x/g, 'mark')
    .replace(/[-\d.]+/g, 'N')
    .slice(0, 70);

/** Returns the smallest episode with the same first violation that can be found by removing steps, and faults from the remaining steps. */
export async function shrink(
  plan: Plan,
  found: Outcome,
  play: (plan: Plan) => Promise<Outcome>,
): Promise<Plan> {
  const wanted = signatureOf(found.wrong[0] ?? '');
  const fails = async (steps: Step[]): Promise<boolean> => {
    const { wrong } = await play({ ...plan, steps });
    return wrong.some((text) => signatureOf(text) === wanted);
  };
  let { steps } = plan;
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < steps.length;) {
      const fewer = [...steps.slice(0, at), ...steps.slice(at + size)];
      if (await fails(fewer)) steps = fewer;
      else at += size;
    }
  }
  for (const [index, step] of steps.entries()) {
    for (let times = 1; step.do === 'edit' && times < step.times; times += 1) {
      const changed = steps.with(index, { ...step, times });
      if (!(await fails(changed))) continue;
      steps = changed;
      break;
    }
    if (step.do !== 'round') continue;
    for (const calmer of calmerThan(step)) {
      const changed = steps.with(index, calmer);
      if (!(await fails(changed))) continue;
      steps = changed;
      break;
    }
  }
  return { ...plan, steps };
}

function calmerThan({ crash, fills, ...step }: Step & { do: 'round' }): Step[] {
  const crashing = { ...(crash === undefined ? {} : { crash }), ...(fills === undefined ? {} : { fills }) };
  return [
    { ...step, faults: 0, busy: false },
    { ...step, faults: 0, busy: false, ...crashing },
    { ...step, faults: 0, ...crashing },
    { ...step, busy: false, ...crashing },
  ];
}
