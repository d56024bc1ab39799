import type { Unit } from './editor-types.ts';
import { nameOf } from './editor-types.ts';

interface UnitChange {
  unit: Unit;
  before: unknown;
  after: unknown;
  pace: 'typing' | 'choice';
}

export interface UndoableEdit {
  undo: () => void;
  redo: () => void;
}

type Entry = (UnitChange & { at: number }) | UndoableEdit;

/** The effect of one undo or redo; null if there is nothing to undo or redo. */
export type HistoryStep = { unit: Unit; value: unknown } | { act: () => void } | null;

/** Keys typed closer together than this are undone together. */
const wordMs = 900;
const most = 500;

/** The person's edits of this session, for undo and redo. */
export class EditHistory {
  private done: Entry[] = [];
  private undone: Entry[] = [];

  get canUndo(): boolean {
    return this.done.length > 0;
  }

  get canRedo(): boolean {
    return this.undone.length > 0;
  }

  add(change: UnitChange, at: number = Date.now()): void {
    const last = this.done.at(-1);
    this.undone = [];
    if (
      last &&
      'unit' in last &&
      change.pace === 'typing' &&
      last.pace === 'typing' &&
      nameOf(last.unit) === nameOf(change.unit) &&
      at - last.at < wordMs
    ) {
      this.done[this.done.length - 1] = { ...last, after: change.after, at };
      return;
    }
    this.done = [...this.done, { ...change, at }].slice(-most);
  }

  addAct(act: UndoableEdit): void {
    this.undone = [];
    this.done = [...this.done, act].slice(-most);
  }

  /** Undoes one act that need not be the last; undoing is itself an act of the history. */
  takeBack(act: UndoableEdit): void {
    if (!this.done.includes(act)) return;
    this.done = this.done.filter((entry) => entry !== act);
    act.undo();
    this.addAct({ undo: act.redo, redo: act.undo });
  }

  undo(): HistoryStep {
    const entry = this.done.pop();
    if (!entry) return null;
    this.undone.push(entry);
    return 'unit' in entry ? { unit: entry.unit, value: entry.before } : { act: entry.undo };
  }

  redo(): HistoryStep {
    const entry = this.undone.pop();
    if (!entry) return null;
    this.done.push(entry);
    return 'unit' in entry ? { unit: entry.unit, value: entry.after } : { act: entry.redo };
  }
}
