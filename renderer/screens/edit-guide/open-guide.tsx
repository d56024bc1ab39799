import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';

import { templateFlag } from '../../../shared/model/flag.ts';
import { api } from '../../api/client.ts';
import { AskDelete } from '../../components/ask-delete.tsx';
import { DraftOffer } from '../../features/edit/draft-offer.tsx';
import type { UndoableEdit } from '../../features/edit/edit-history.ts';
import type { EditorState, Unit } from '../../features/edit/editor-types.ts';
import { PublishChip } from '../../features/edit/publish-chip.tsx';
import { SaveIndicator, unsavedWords } from '../../features/edit/save-state.tsx';
import { editingTexts } from '../../components/editing/texts.ts';
import { Toast } from '../../components/toast.tsx';
import { focusUnit, useUndoKeys } from '../../features/edit/use-editor.ts';
import { Live } from '../../components/live.tsx';
import { moment } from '../../format.ts';
import type { Shortcut } from '../../keyboard/shortcuts.ts';
import { useShortcuts } from '../../keyboard/shortcuts.ts';
import { keyTexts } from '../../keyboard/texts.ts';
import { paths } from '../../location.ts';
import { navigate, useHashSearch } from '../../state/navigation.ts';
import { errorMessage } from '../../api/errors.ts';
import type { StepValue } from '../../features/edit/step-value.ts';
import { accessTo } from './access.ts';
import { DetailsPanel } from './details-panel.tsx';
import { duplicateGuide } from './duplicate-guide.ts';
import { EditGuide } from './edit-guide.tsx';
import { draftNames, railSteps, unitName } from './editor-view.ts';
import type { GuideEditorValues } from './guide-source.ts';
import { MoreMenu } from './more-menu.tsx';
import { OrderConflict } from './order-conflict.tsx';
import { releaseQuery } from '../../api/queries/releases.ts';
import { formsQuery } from '../../api/queries/step-forms.ts';
import { ownFlagsQuery } from '../../api/queries/users.ts';
import type { EditorPlace } from './rail.tsx';
import type { GuideEditor } from './step-actions.ts';
import { addStep, removeStep, shownSteps } from './step-actions.ts';
import { StepPanel } from './step-panel.tsx';
import { stepName } from '../../features/edit/guide-texts.ts';
import { editTexts } from './texts.ts';
import { TextsPanel } from './texts-panel.tsx';
import { ThingsPanel } from './things-panel.tsx';
import type { Deletion } from './use-deletion.ts';

export interface OpenGuideProps {
  editor: GuideEditor;
  state: EditorState<GuideEditorValues>;
  deletion: Deletion;
}

/** The guide editor once loaded: shows one part, and connects the parts to the editor. */
export function OpenGuide({ editor, state, deletion }: OpenGuideProps): ReactElement {
  const { guide } = state.doc;
  const asked = useHashSearch().get('step');
  const wanted = (): EditorPlace =>
    asked === null ? 'details' : { step: editor.source.keyOf(Number(asked)) };
  const [part, setPart] = useState(wanted);
  const [followed, setFollowed] = useState(asked);
  if (asked !== followed) {
    setFollowed(asked);
    setPart(wanted());
  }
  const [toast, setToast] = useState<{ words: string; act: UndoableEdit | null } | null>(null);
  const { data: flags = [] } = useQuery(ownFlagsQuery);
  const { data: forms = [] } = useQuery(formsQuery(guide.guideid));
  const { data: release } = useQuery(releaseQuery(guide.guideid));

  const access = accessTo(editor, state);
  const keys = shownSteps(editor);
  const steps = railSteps(access, keys);
  const position = typeof part === 'object' ? keys.indexOf(part.step) : -1;
  const shown: EditorPlace = typeof part === 'object' && position < 0 ? 'details' : part;

  const onStep = (unit: Unit | null, back: boolean): void => {
    if (unit) {
      const there = partOf(unit);
      if (there) setPart(there);
      focusUnit(unit);
      editor.say((back ? editingTexts.undone : editingTexts.redone)(unitName(editor, unit)));
    }
  };
  useUndoKeys(state.offered ? null : editor, onStep);

  const duplicate = useMutation({
    mutationFn: () => duplicateGuide(guide, { title: editTexts.more.copyOf(guide.title) }),
    onSuccess: (guideid) => navigate(paths.editGuide(guideid)),
    onError: (error) =>
      setToast({ words: `${editTexts.more.duplicateFailed} ${errorMessage(error)}`, act: null }),
  });
  const add = (after: string | null, content?: StepValue): void => {
    setPart({ step: addStep(editor, after, content) });
    focusStep();
  };
  const toStep = (by: number): Shortcut => ({
    keys: [by > 0 ? 'Alt+PageDown' : 'Alt+PageUp'],
    does: by > 0 ? keyTexts.editor.nextStep : keyTexts.editor.previousStep,
    inFields: true,
    when: () => keys[position + by] !== undefined,
    run: () => {
      setPart({ step: keys[position + by] ?? '' });
      focusStep();
    },
  });
  const addBelow = (): void => add(keys[position] ?? keys.at(-1) ?? null);
  useShortcuts(keyTexts.editor.name, [
    toStep(1),
    toStep(-1),
    { keys: ['Mod+Enter'], does: keyTexts.editor.addStep, inFields: true, run: addBelow },
  ]);
  const remove = (key: string): void => {
    const at = keys.indexOf(key);
    const name = stepName(at + 1, access.step(key)?.title ?? '');
    const act = removeStep(editor, key);
    const next = keys[at + 1] ?? keys[at - 1];
    setPart(next === undefined ? 'details' : { step: next });
    setToast({ words: editTexts.step.deleted(name), act });
  };
  const publish = (isPublic: boolean): void => {
    const turn = (on: boolean) => (): void =>
      editor.run(async (doc) => {
        const { guideid, revisionid } = doc.guide;
        const route = on ? 'PUT /guides/{guideid}/public' : 'DELETE /guides/{guideid}/public';
        return { ...doc, guide: await api(route, { params: { guideid }, query: { revisionid } }) };
      });
    turn(isPublic)();
    const act: UndoableEdit = { undo: turn(!isPublic), redo: turn(isPublic) };
    editor.history.addAct(act);
    setToast({ words: isPublic ? editTexts.published.now : editTexts.published.not, act });
  };
  const setTemplate = (isTemplate: boolean): void => {
    const others = access.get('flags').filter((flagid) => flagid !== templateFlag);
    access.set('flags', isTemplate ? [...others, templateFlag] : others, 'choice');
    setToast({ words: isTemplate ? editTexts.template.now : editTexts.template.not, act: null });
  };
  const step = typeof shown === 'object' ? editor.source.stepOf(guide, shown.step) : undefined;

  return (
    <>
      <EditGuide
        guideid={guide.guideid}
        title={access.get('title')}
        canUndo={editor.history.canUndo}
        canRedo={editor.history.canRedo}
        onUndo={() => onStep(editor.undo(), true)}
        onRedo={() => onStep(editor.redo(), false)}
        saveState={
          <>
            {guide.public ? null : <PublishChip onPublish={() => publish(true)} />}
            <SaveIndicator editor={editor} state={state} />
          </>
        }
        unsaved={unsavedWords({ editor, state })}
        menu={
          <MoreMenu
            guide={guide}
            isPublic={guide.public}
            onPublish={publish}
            onDuplicate={() => duplicate.mutate()}
            isTemplate={access.get('flags').includes(templateFlag)}
            onTemplate={flags.some(({ flagid }) => flagid === templateFlag) ? setTemplate : null}
            onDelete={deletion.start}
          />
        }
        offer={
          state.offered ? (
            <DraftOffer
              date={state.offered.date}
              names={draftNames(editor, state.offered)}
              onRestore={() => editor.restoreDraft()}
              onDiscard={() => editor.discardDraft()}
            />
          ) : null
        }
        release={
          release ? editTexts.release(release.title, moment(release.release_date ?? release.init_date)) : null
        }
        part={shown}
        steps={steps}
        onPart={setPart}
        onOrder={(order) => {
          editor.source.place(order);
          editor.set(
            ['order'],
            order.filter((key) => editor.source.stepOf(guide, key)),
            'choice',
          );
        }}
        onAdd={() => add(keys.at(-1) ?? null)}
      >
        <OrderConflict access={access} steps={steps} />
        {shown === 'details' ? <DetailsPanel access={access} flags={flags} guideid={guide.guideid} /> : null}
        {shown === 'texts' ? <TextsPanel access={access} /> : null}
        {shown === 'things' ? <ThingsPanel access={access} /> : null}
        {typeof shown === 'object' ? (
          <StepPanel
            access={access}
            stepKey={shown.step}
            position={position + 1}
            count={keys.length}
            form={
              step
                ? {
                    to: paths.stepForm(guide.guideid, step.stepid),
                    fields: forms.find(({ stepid }) => stepid === step.stepid)?.fields.length ?? 0,
                  }
                : null
            }
            onAdd={() => add(shown.step)}
            onDuplicate={() => add(shown.step, access.step(shown.step))}
            onDelete={() => remove(shown.step)}
          />
        ) : null}
      </EditGuide>
      <Live>{state.said}</Live>
      {toast ? (
        <Toast
          words={toast.words}
          onUndo={
            toast.act
              ? () => {
                  if (toast.act) editor.history.takeBack(toast.act);
                  setToast(null);
                }
              : undefined
          }
          onClose={() => setToast(null)}
        />
      ) : null}
      {deletion.isAsked ? (
        <AskDelete
          title={editTexts.remove.title(guide.title)}
          why={editTexts.remove.words}
          yes={editTexts.remove.yes}
          no={editTexts.remove.no}
          onYes={deletion.confirm}
          onNo={deletion.cancel}
        />
      ) : null}
    </>
  );
}

/** Returns the part in which a unit is edited; null for the order of steps, which is always visible. */
function partOf([kind, key = '']: Unit): EditorPlace | null {
  if (kind === 'order') return null;
  if (kind === 'step') return { step: key };
  if (kind === 'introduction' || kind === 'conclusion') return 'texts';
  return kind === 'tools' || kind === 'parts' ? 'things' : 'details';
}

function focusStep(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('main li[data-sort] textarea')?.focus());
}
