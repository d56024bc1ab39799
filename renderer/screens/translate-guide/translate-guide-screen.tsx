import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCheck, IconHistory, IconLanguageOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { translationsQuery } from '../../api/queries/guides.ts';
import { NativeSelect } from '../../components/choice.tsx';
import { DiffText } from '../../components/editing/diff-text.tsx';
import { TextField } from '../../components/editing/text-field.tsx';
import { editingTexts } from '../../components/editing/texts.ts';
import { Live } from '../../components/live.tsx';
import { LoadingPage } from '../../components/loading.tsx';
import { FailedNotice, Notice } from '../../components/notice.tsx';
import { ConflictChoice } from '../../features/edit/conflict-choice.tsx';
import type { DocumentEditor } from '../../features/edit/document-editor.ts';
import { DraftOffer } from '../../features/edit/draft-offer.tsx';
import { EditorBar } from '../../features/edit/editor-bar.tsx';
import type { EditorState, Unit } from '../../features/edit/editor-types.ts';
import { nameOf } from '../../features/edit/editor-types.ts';
import { guideFieldTexts } from '../../features/edit/guide-texts.ts';
import { SaveIndicator, unsavedWords } from '../../features/edit/save-state.tsx';
import { focusUnit, useEditor, useUndoKeys } from '../../features/edit/use-editor.ts';
import { languageName } from '../../language-name.ts';
import { languageTexts } from '../../features/languages/texts.ts';
import { useTranslationTargets } from '../../features/languages/translation-targets.ts';
import { joinList } from '../../format.ts';
import { useTitle } from '../../hooks/page.ts';
import { paths } from '../../location.ts';
import { readGuideIn } from '../../state/guide-language.ts';
import { navigate } from '../../state/navigation.ts';
import { translateTexts as words } from './texts.ts';
import type { TranslatedGuide } from './translation-source.ts';
import { TranslationSource, unitsOf } from './translation-source.ts';
import styles from './translate-guide.module.css';

interface TranslateGuideScreenProps {
  guideid: number;
  /** The language to translate into. */
  langid: string;
}

export const TranslateGuideScreen = ({ guideid, langid }: TranslateGuideScreenProps): ReactElement => (
  <TranslationSession key={`${guideid} ${langid}`} guideid={guideid} langid={langid} />
);

const stale = ['guide', 'home', 'category', 'copy'];

function TranslationSession({ guideid, langid }: TranslateGuideScreenProps): ReactElement {
  const { editor, state } = useEditor<TranslatedGuide, TranslationSource>(
    () => new TranslationSource(guideid, langid),
    stale,
  );
  useTitle(state ? `${words.kind}: ${state.doc.original.title}` : words.kind);
  if (state) {
    const { original } = state.doc;
    if (original.can_edit && langid !== original.langid)
      return <OpenTranslation editor={editor} state={state} langid={langid} />;
    return (
      <Notice
        alone
        icon={<IconLanguageOff size={40} />}
        title={original.can_edit ? words.isOriginal : words.mayNot}
        actions={
          <Button component={Link} href={paths.guide(guideid)}>
            {words.back}
          </Button>
        }
      />
    );
  }
  if (editor.loadError) return <FailedNotice error={editor.loadError} retry={() => void editor.start()} />;
  return <LoadingPage />;
}

interface OpenTranslationProps {
  editor: DocumentEditor<TranslatedGuide, TranslationSource>;
  state: EditorState<TranslatedGuide>;
  langid: string;
}

function OpenTranslation({ editor, state, langid }: OpenTranslationProps): ReactElement {
  const { original } = state.doc;
  const { guideid } = original;
  // Whoever goes from here to the guide reads what was just translated.
  useEffect(() => readGuideIn(guideid, langid), [guideid, langid]);
  const { source } = editor;
  const units = unitsOf(state.doc, (stepid) => source.keyOf(stepid)).filter(
    (unit) => source.originalOf(state.doc, unit) !== '',
  );
  const nameOfUnit = (unit: Unit): string =>
    unitWords(
      original.steps.map(({ stepid }) => source.keyOf(stepid)),
      unit,
    );
  const onStep = (unit: Unit | null, back: boolean): void => {
    if (!unit) return;
    focusUnit(unit);
    editor.say((back ? editingTexts.undone : editingTexts.redone)(nameOfUnit(unit)));
  };
  useUndoKeys(state.offered ? null : editor, onStep);
  const textOf = (unit: Unit): string => String(editor.value(unit) ?? '');
  const { all } = useTranslationTargets(original);
  const { data: translations = [] } = useQuery(translationsQuery(guideid));
  const stateOf = (one: string): string => {
    const changed = translations.find((known) => known.langid === one)?.changed.length ?? 0;
    if (changed > 0) return words.outdatedOf(languageName(one));
    return original.available_langids.includes(one) ? languageName(one) : words.missingOf(languageName(one));
  };
  return (
    <div className={styles.editor}>
      <EditorBar
        kind={words.kind}
        title={original.title}
        to={paths.guide(guideid)}
        canUndo={editor.history.canUndo}
        canRedo={editor.history.canRedo}
        onUndo={() => onStep(editor.undo(), true)}
        onRedo={() => onStep(editor.redo(), false)}
        state={<SaveIndicator editor={editor} state={state} />}
        unsaved={unsavedWords({ editor, state })}
      />
      {state.offered ? (
        <DraftOffer
          date={state.offered.date}
          names={source.readDraft(state.doc, state.offered.body).map(({ unit }) => nameOfUnit(unit))}
          onRestore={() => editor.restoreDraft()}
          onDiscard={() => editor.discardDraft()}
        />
      ) : null}
      <div className={styles.head}>
        <NativeSelect
          label={words.into}
          value={langid}
          options={[...new Set([...all, langid])].map((value) => ({ value, label: stateOf(value) }))}
          onChange={(chosen) => navigate(paths.translateGuide(guideid, chosen), { replace: true })}
        />
        <p>{words.done(units.filter((unit) => textOf(unit) !== '').length, units.length)}</p>
        {state.doc.changed.length > 0 ? (
          <p className={styles.changed}>
            <IconHistory size="1.4em" aria-hidden /> {words.changedAll(state.doc.changed.length)}
          </p>
        ) : null}
      </div>
      <div className={styles.panels} inert={state.offered !== null}>
        {groupsOf(units).map((group) => (
          <section key={nameOf(group[0] ?? [''])} className={styles.panel}>
            {group.map((unit) => {
              const isChanged = source.isChanged(state.doc, unit);
              const conflict = state.conflicts.get(nameOf(unit));
              const [mine, theirs] = [textOf(unit), String(conflict?.theirs ?? '')];
              return (
                <div key={nameOf(unit)}>
                  <div className={styles.pair}>
                    <p
                      className={styles.original}
                      data-changed={isChanged || undefined}
                      lang={original.langid}
                      dir="auto"
                    >
                      {source.originalOf(state.doc, unit)}
                    </p>
                    <TextField
                      label={nameOfUnit(unit)}
                      unit={nameOf(unit)}
                      value={mine}
                      lines={unit[0] !== 'title' && unit[0] !== 'step-title'}
                      placeholder={words.empty}
                      {...(isChanged ? { hint: words.changed } : {})}
                      problem={editor.problem(unit)}
                      onChange={(value) => editor.set(unit, value, 'typing')}
                      onBlur={() => editor.flush()}
                    />
                  </div>
                  {conflict ? (
                    <ConflictChoice
                      mine={<DiffText before={theirs} after={mine} show="after" />}
                      theirs={<DiffText before={mine} after={theirs} show="after" />}
                      onMine={() => editor.resolve(unit, 'mine')}
                      onTheirs={() => editor.resolve(unit, 'theirs')}
                    />
                  ) : null}
                </div>
              );
            })}
            <StillFits
              units={group.filter((unit) => source.isChanged(state.doc, unit))}
              nameOfUnit={nameOfUnit}
              onConfirm={(changed) => {
                editor.flush();
                editor.run((doc) => source.confirm(doc, changed));
              }}
            />
          </section>
        ))}
      </div>
      <Live>{state.said}</Live>
    </div>
  );
}

/** A button that keeps translations whose originals have changed. */
function StillFits({
  units,
  nameOfUnit,
  onConfirm,
}: {
  units: readonly Unit[];
  nameOfUnit: (unit: Unit) => string;
  onConfirm: (units: readonly Unit[]) => void;
}): ReactElement | null {
  if (units.length === 0) return null;
  return (
    <Button
      className={styles.confirm}
      variant="default"
      leftSection={<IconCheck size="1.5rem" />}
      aria-label={words.confirmOf(joinList(units.map(nameOfUnit)))}
      onClick={() => onConfirm(units)}
    >
      {languageTexts.stillFits}
    </Button>
  );
}

/** Returns the fields of the guide, and then the texts of each step, together. */
function groupsOf(units: readonly Unit[]): Unit[][] {
  const groups = new Map<string, Unit[]>();
  for (const unit of units) {
    const step = unit[1]?.split(' ')[0] ?? '';
    groups.set(step, [...(groups.get(step) ?? []), unit]);
  }
  return [...groups.values()];
}

function unitWords(keys: readonly string[], [kind, key = '']: Unit): string {
  const [step = '', index] = key.split(' ');
  const position = keys.indexOf(step) + 1;
  if (kind === 'step-title') return words.stepTitle(position);
  if (kind === 'line') return words.line(position, Number(index) + 1);
  return guideFieldTexts.fields[kind as 'title'];
}
