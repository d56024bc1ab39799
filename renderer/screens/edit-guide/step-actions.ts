import type { StepForm } from '../../../shared/model/step-form.ts';
import { api } from '../../api/client.ts';
import { formOf } from '../../api/queries/step-forms.ts';
import type { DocumentEditor } from '../../features/edit/document-editor.ts';
import type { UndoableEdit } from '../../features/edit/edit-history.ts';
import type { GuideEditorValues, GuideSource } from './guide-source.ts';
import type { StepValue } from '../../features/edit/step-value.ts';
import { copyOfStep, emptyStep, newKey } from '../../features/edit/step-value.ts';

export type GuideEditor = DocumentEditor<GuideEditorValues, GuideSource>;

export const shownSteps = (editor: GuideEditor): string[] =>
  editor.state ? editor.source.displayed(editor.state.doc, editor.value(['order']) as string[]) : [];

/** Adds a step after `after`; an empty one is created in the store with its first line. @returns its key */
export function addStep(editor: GuideEditor, after: string | null, content?: StepValue): string {
  const key = newKey();
  const put = (): void => {
    editor.source.added.push({ key, after });
    if (content) editor.put(['step', key], copyOfStep(content), 'choice');
    else editor.put(['step', key], emptyStep(), 'typing');
  };
  put();
  editor.history.addAct({ undo: () => takeAway(editor, key), redo: put });
  return key;
}

/** Deletes a step. @returns the act that undoes it */
export function removeStep(editor: GuideEditor, key: string): UndoableEdit {
  const act: UndoableEdit = { undo: () => undefined, redo: () => undefined };
  act.redo = () => {
    act.undo = takeAway(editor, key);
  };
  act.redo();
  const entry: UndoableEdit = { undo: () => act.undo(), redo: () => act.redo() };
  editor.history.addAct(entry);
  return entry;
}

/** Removes a step. @returns restores it in its place, with its form */
function takeAway(editor: GuideEditor, key: string): () => void {
  const { source } = editor;
  const keys = shownSteps(editor);
  const value = editor.value(['step', key]) as StepValue | undefined;
  const after = keys[keys.indexOf(key) - 1] ?? null;
  let wasStored = false;
  let form: StepForm | null = null;
  source.added = source.added.filter((step) => step.key !== key);
  source.place(keys.filter((other) => other !== key));
  editor.drop(['step', key]);
  // The request that creates the step may still run. This operation comes after it, and then finds a step to delete or none.
  editor.run(async (doc) => {
    const step = source.stepOf(doc.guide, key);
    if (!step) return doc;
    wasStored = true;
    form = await formOf(step.stepid);
    const guide = await api('DELETE /guides/{guideid}/steps/{stepid}', {
      params: { guideid: doc.guide.guideid, stepid: step.stepid },
      query: { revisionid: step.revisionid },
    });
    return { ...doc, guide };
  });
  return () => {
    if (!value) return;
    source.added.push({ key, after });
    editor.put(
      ['step', key],
      { ...value, lines: value.lines.map((line) => ({ ...line, lineid: null })) },
      'choice',
    );
    editor.run(async (doc) => {
      if (!wasStored) return doc;
      const made = source.stepOf(doc.guide, key)
        ? doc
        : await source.create(doc, key, value, source.read(doc, ['order']) as string[]);
      const step = source.stepOf(made.guide, key);
      if (form && step) await restoreForm(editor, step.stepid, form);
      return made;
    });
  };
}

async function restoreForm(editor: GuideEditor, stepid: number, { fields }: StepForm): Promise<void> {
  try {
    await api('POST /step_forms/{stepid}', { params: { stepid }, body: { fields } });
  } catch (error) {
    // Do not rethrow: the step itself is restored.
    editor.report(error);
  }
}
