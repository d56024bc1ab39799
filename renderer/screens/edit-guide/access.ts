import type { EditorState, Unit } from '../../components/editing/editor-types.ts';
import { nameOf } from '../../components/editing/editor-types.ts';
import type { FieldName, FieldValues } from './guide-fields.ts';
import type { GuideDocument } from './guide-source.ts';
import type { GuideEditor } from './step-actions.ts';
import type { StepValue } from './step-value.ts';

export type Pace = 'typing' | 'choice';

export interface Conflict<Value> {
  /** Undefined where the other side removed it. */
  theirs: Value | undefined;
}

/** What the panels of the editor may do with the guide. */
export interface Access {
  get: <Name extends FieldName>(name: Name) => FieldValues[Name];
  set: <Name extends FieldName>(name: Name, value: FieldValues[Name], pace?: Pace) => void;
  step: (key: string) => StepValue | undefined;
  /** `change` is given the newest value: an upload may end long after it began. */
  setStep: (key: string, change: (step: StepValue) => StepValue, pace?: Pace) => void;
  tags: () => string[];
  setTags: (tags: string[]) => void;
  /** Why a unit is not saved: it cannot be as it is, or was refused. */
  problem: (unit: Unit) => string | null;
  conflict: <Value>(unit: Unit) => Conflict<Value> | undefined;
  resolve: (unit: Unit, choice: 'mine' | 'theirs') => void;
  /** The pause of typing is over. */
  rest: () => void;
}

export function accessTo(editor: GuideEditor, state: EditorState<GuideDocument>): Access {
  const step = (key: string): StepValue | undefined => editor.value(['step', key]) as StepValue | undefined;
  return {
    get: (name) => editor.value([name]) as FieldValues[typeof name],
    set: (name, value, pace = 'typing') => editor.set([name], value, pace),
    step,
    setStep: (key, change, pace = 'typing') => {
      const before = step(key);
      if (before) editor.set(['step', key], change(before), pace);
    },
    tags: () => (editor.value(['tags']) as string[] | undefined) ?? [],
    setTags: (tags) => editor.set(['tags'], tags, 'choice'),
    problem: (unit) => {
      const edit = state.edits.get(nameOf(unit));
      const refused = state.refused.get(nameOf(unit));
      return refused ?? (edit && editor.needsSave(edit) ? editor.source.check(unit, edit.value) : null);
    },
    conflict: <Value>(unit: Unit) => {
      const conflict = state.conflicts.get(nameOf(unit));
      return conflict && { theirs: conflict.theirs as Value | undefined };
    },
    resolve: (unit, choice) => editor.resolve(unit, choice),
    rest: () => editor.flush(),
  };
}
