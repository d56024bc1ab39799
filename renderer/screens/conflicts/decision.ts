import type { FieldConflict } from '../../../shared/model/journal.ts';
import type { Choice } from './choices.ts';

export interface Sides {
  mine: string;
  theirs: string;
}

export interface FieldDecisionProps {
  conflict: FieldConflict;
  /** The endpoint of the edit: `PATCH /guides/{guideid}`. */
  operation: string;
  /** Names of both sides: who changed it, and when. */
  sides: Sides;
  choice: Choice | undefined;
  problem: string | undefined;
  /** Returns the name of a step by its stepid. */
  stepName: (stepid: number) => string;
  onChoose: (choice: Choice) => void;
}

/** Returns the chosen side, or `own` for a result made from both. */
export const sideOf = (choice: Choice | undefined): 'mine' | 'theirs' | 'own' | undefined =>
  typeof choice === 'object' ? 'own' : choice;
