import type { JournalEntry } from '../../store/journal/entry.ts';
import type { StoreReader } from '../../store/store.ts';
import { planOf } from './plan.ts';
import type { Plan, Version, Versions } from './plan.ts';
import { isTranslation, planTranslation } from './translation.ts';

/**
 * What an entry comes to. A step that the site deleted, and that an edit from here made again, has another id there: to
 * edits that name the old one it is the same step.
 */
export function planNow(s: StoreReader, entry: JournalEntry, { theirs, ...versions }: Versions): Plan {
  if (isTranslation(s, entry)) return planTranslation(entry);
  if (theirs?.kind !== 'guide') return planOf(entry, { ...versions, ...(theirs ? { theirs } : {}) });
  const old = oldIds(s, theirs);
  if (old.size === 0) return planOf(entry, { ...versions, theirs });
  const steps = theirs.document.steps.map((step) => ({
    ...step,
    stepid: old.get(step.stepid) ?? step.stepid,
  }));
  const plan = planOf(entry, { ...versions, theirs: { ...theirs, document: { ...theirs.document, steps } } });
  return plan.kind === 'send' ? withNewIds(plan, old) : plan;
}

/** By the id that the site gave. */
function oldIds(s: StoreReader, { document }: Version & { kind: 'guide' }): Map<number, number> {
  const here = new Set(document.steps.map((step) => step.stepid));
  return new Map(
    s.aliases.reborn('step').flatMap(({ old, id }) => (here.has(id) && !here.has(old) ? [[id, old]] : [])),
  );
}

function withNewIds(plan: Plan & { kind: 'send' }, old: ReadonlyMap<number, number>): Plan {
  const ids = new Map([...old].map(([id, was]) => [was, id]));
  const { stepid } = plan.params;
  const { stepids } = (plan.body ?? {}) as { stepids?: number[] };
  return {
    ...plan,
    params:
      stepid === undefined
        ? plan.params
        : { ...plan.params, stepid: String(ids.get(Number(stepid)) ?? stepid) },
    body: stepids ? { ...(plan.body as object), stepids: stepids.map((id) => ids.get(id) ?? id) } : plan.body,
  };
}
