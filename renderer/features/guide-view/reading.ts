import type { Guide, Step } from '../../../shared/model/guide.ts';
import { way } from '../../direction.ts';

export interface Place {
  step: Step;
  /** 1-based among all steps shown. */
  position: number;
  previous: Step | null;
  next: Step | null;
}

export function readingPlace(guide: Guide, stepid: number): Place | null {
  const index = guide.steps.findIndex((step) => step.stepid === stepid);
  const step = guide.steps[index];
  if (!step) return null;
  return {
    step,
    position: index + 1,
    previous: guide.steps[index - 1] ?? null,
    next: guide.steps[index + 1] ?? null,
  };
}

export type Move = 'previous' | 'next' | 'first' | 'last';

type Target = { to: 'overview' } | { to: 'finished' } | { to: 'step'; stepid: number };

/** Returns where a move leads: before the first step to the overview, after the last to the end. */
export function targetOf(guide: Guide, place: Place, move: Move): Target {
  const at = (step: Step | null | undefined, beyond: Target): Target =>
    step ? { to: 'step', stepid: step.stepid } : beyond;
  switch (move) {
    case 'previous':
      return at(place.previous, { to: 'overview' });
    case 'next':
      return at(place.next, { to: 'finished' });
    case 'first':
      return at(guide.steps[0], { to: 'overview' });
    case 'last':
      return at(guide.steps.at(-1), { to: 'finished' });
  }
}

/** Returns the move of a swipe in CSS pixels; null if it was too short or too steep. */
export function moveOfSwipe(dx: number, dy: number): Move | null {
  if (Math.abs(dx) < 64 || Math.abs(dx) < 1.6 * Math.abs(dy)) return null;
  return dx * way < 0 ? 'next' : 'previous';
}
