import type { EditorState, Unit } from '../../features/edit/editor-types.ts';
import { nameOf } from '../../features/edit/editor-types.ts';
import type { FieldName, FieldValues } from '../../features/edit/guide-fields.ts';
import type { GuideEditorValues } from './guide-source.ts';
import type { GuideEditor } from './step-actions.ts';
import type { StepValue } from '../../features/edit/step-value.ts';

type Pace = 'typing' | 'choice';

interface Conflict<Value> {
  /** Undefined if the other side removed it. */
  theirs: Value | undefined;
}

/** Access of the editor's panels to the guide. */
export interface Access {
  get: <Name extends FieldName>(name: Name) => FieldValues[Name];
  set: <Name extends FieldName>(name: Name, value: FieldValues[Name], pace?: Pace) => void;
  step: (key: string) => StepValue | undefined;
  /** `change` gets the newest value, because an upload may end long after it began. */
  setStep: (key: string, change: (step: StepValue) => StepValue, pace?: Pace) => void;
  tags: () => string[];
  setTags: (tags: string[]) => void;
  /** Returns why a unit is not saved; null if nothing is wrong with it. */
  problem: (unit: Unit) => string | null;
  conflict: <Value>(unit: Unit) => Conflict<Value> | undefined;
  resolve: (unit: Unit, choice: 'mine' | 'theirs') => void;
  /** Ends the pause after typing, so that edits are sent now. */
  rest: () => void;
}

export function accessTo(editor: GuideEditor, state: EditorState<GuideEditorValues>): Access {
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
    problem: (unit) => editor.problem(unit),
    conflict: <Value>(unit: Unit) => {
      const conflict = state.conflicts.get(nameOf(unit));
      return conflict && { theirs: conflict.theirs as Value | undefined };
    },
    resolve: (unit, choice) => editor.resolve(unit, choice),
    rest: () => editor.flush(),
  };
}
