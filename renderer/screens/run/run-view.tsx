import { Button } from '@mantine/core';
import { IconAlertTriangle, IconForms, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';

import type { CopyState } from '../../../shared/model/benchside.ts';
import type { Guide, Step } from '../../../shared/model/guide.ts';
import type { FieldInput, StepForm as StepFormData, StepFormField } from '../../../shared/model/step-form.ts';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { useShortcuts } from '../../keyboard/shortcuts.ts';
import { keyTexts } from '../../keyboard/texts.ts';
import { paths } from '../../location.ts';
import type { Move, Place } from '../../features/guide-view/reading.ts';
import { stepKeys } from '../../features/guide-view/step-keys.ts';
import { StepFoot } from '../../features/guide-view/step-foot.tsx';
import { StepList } from '../../features/guide-view/step-list.tsx';
import { StepBody } from '../../features/guide-view/step-body.tsx';
import reader from '../../features/guide-view/step-body.module.css';
import { ChangesSheet } from './changes-sheet.tsx';
import { openFields } from '../../features/step-form/form-values.ts';
import type { OpenRun } from '../../features/run/open-runs.tsx';
import { RunBar } from './run-bar.tsx';
import { RunMenu } from './run-menu.tsx';
import { skippedSteps } from '../../features/run/timing.ts';
import { RunTimer } from '../../features/run/run-timer.tsx';
import { RunsSheet } from './runs-sheet.tsx';
import styles from './run-view.module.css';
import { StepForm } from './step-form.tsx';
import { runScreenTexts } from './texts.ts';
import type { Seen } from '../../api/queries/work-log.ts';
import type { GuideNews, RunAction, RunForms } from './use-run.ts';

export interface RunViewProps {
  /** entryid of the path, which may be a provisional one. */
  entryid: number;
  seen: Seen;
  guide: Guide;
  copy: CopyState | undefined;
  place: Place;
  now: number;
  forms: Pick<RunForms, 'forms' | 'older' | 'drafts'>;
  news: GuideNews | null;
  runs: readonly OpenRun[];
  busy: boolean;
  problem: string | null;
  /** field_revisionid of the field to focus. */
  focus: number | null;
  onMove: (move: Move) => void;
  onAct: (action: RunAction) => void;
  onInput: (field: StepFormField, input: FieldInput | null) => void;
  onPicture: (field: StepFormField, file: File) => Promise<void>;
  onAcknowledge: () => void;
}

type Panel = 'steps' | 'runs' | 'menu' | 'changes';

export function RunView(props: RunViewProps): ReactElement {
  const { entryid, seen, guide, place, news, runs, onAct } = props;
  const [panel, setPanel] = useState<Panel | null>(null);
  const close = (): void => setPanel(null);
  const { stepid } = place.step;
  const form = formOf(props);
  const words = keyTexts.run;
  useShortcuts(words.name, [
    ...stepKeys(props.onMove, () => setPanel('steps')),
    {
      keys: ['P'],
      does: words.pause,
      when: () => !props.busy,
      run: () => onAct(seen.entry.status === 'paused' ? 'resume' : 'pause'),
    },
    { keys: ['C'], does: words.changes, when: () => news !== null, run: () => setPanel('changes') },
    { keys: ['M'], does: words.menu, run: () => setPanel('menu') },
    {
      keys: '123456789'.slice(0, form?.fields.length ?? 0).split(''),
      does: words.field,
      run: ({ key }) => focusField(form?.fields[Number(key) - 1]),
    },
  ]);
  return (
    <div className={reader.reader} data-screen-only>
      <header>
        <RunBar
          seen={seen}
          stepid={stepid}
          openRuns={runs.length}
          busy={props.busy}
          onPause={() => onAct('pause')}
          onResume={() => onAct('resume')}
          onSteps={() => setPanel('steps')}
          onRuns={() => setPanel('runs')}
          onMore={() => setPanel('menu')}
        />
        {props.problem ? (
          <InlineProblem>
            {runScreenTexts.failed} {props.problem}
          </InlineProblem>
        ) : null}
        {seen.entry.status === 'paused' ? (
          <p className={styles.rest}>
            {runScreenTexts.bar.pausedFor}
            <b>
              <RunTimer seen={seen} show={({ paused }) => paused} />
            </b>
          </p>
        ) : null}
        {news ? <NewsBanner news={news} onSee={() => setPanel('changes')} /> : null}
      </header>
      <StepBody {...props} lead={<JumpToForm {...props} />}>
        <StepPart {...props} />
      </StepBody>
      <StepFoot
        guide={guide}
        place={place}
        end={runScreenTexts.finish.check}
        visited={visitedIn(props)}
        onMove={props.onMove}
      />
      {panel === 'steps' ? (
        <Sheet title={runScreenTexts.bar.steps} onClose={close}>
          <StepList
            guide={guide}
            current={stepid}
            hrefOf={(step) => paths.runStep(entryid, step.stepid)}
            noteOf={notesOf(props)}
            onChoose={close}
          />
        </Sheet>
      ) : null}
      {panel === 'runs' ? (
        <RunsSheet runs={runs} current={seen.entry.entryid} now={props.now} onClose={close} />
      ) : null}
      {panel === 'menu' ? (
        <RunMenu guideid={guide.guideid} busy={props.busy} onAct={onAct} onClose={close} />
      ) : null}
      {panel === 'changes' && news ? (
        <ChangesSheet guide={guide} news={news} onAcknowledge={props.onAcknowledge} onClose={close} />
      ) : null}
    </div>
  );
}

function focusField(field: StepFormField | undefined): void {
  const control = field && document.getElementById(`field-${field.field_revisionid}`);
  control?.scrollIntoView({ block: 'center' });
  control?.focus();
}

const formOf = ({ forms, place }: RunViewProps): StepFormData | undefined =>
  forms.forms.find(({ stepid, fields }) => stepid === place.step.stepid && fields.length > 0);

/** A button to a form that a long step hides below the edge of the screen. */
function JumpToForm(props: RunViewProps): ReactElement | null {
  const form = formOf(props);
  if (!form) return null;
  const left = openFields([form], props.seen.entry.work_data, props.forms.drafts).length;
  const jump = (): void => {
    const section = document.querySelector('[data-step-form]');
    section?.scrollIntoView({ behavior: 'smooth' });
    section?.querySelector<HTMLElement>('input, select, textarea')?.focus({ preventScroll: true });
  };
  return (
    <button type="button" className={styles.jump} onClick={jump}>
      <IconForms size="1.375rem" aria-hidden /> {runScreenTexts.form.jump}: {runScreenTexts.form.left(left)}
    </button>
  );
}

function StepPart(props: RunViewProps): ReactElement | null {
  const { seen, forms, focus, onInput, onPicture } = props;
  const form = formOf(props);
  if (!form) return null;
  return (
    <StepForm
      key={form.form_revisionid}
      form={form}
      isOlder={forms.older.has(form.form_revisionid)}
      data={seen.entry.work_data}
      readAt={seen.at}
      drafts={forms.drafts}
      left={openFields([form], seen.entry.work_data, forms.drafts).length}
      focus={focus}
      onInput={onInput}
      onPicture={onPicture}
    />
  );
}

/** Returns the steps of the guide that the job visited; deleted steps do not count. */
const visitedIn = ({ seen, guide }: RunViewProps): ReadonlySet<number> => {
  const skipped = new Set(skippedSteps(seen.entry, guide));
  return new Set(guide.steps.filter((step) => !skipped.has(step)).map(({ stepid }) => stepid));
};

const notesOf =
  (props: RunViewProps) =>
  ({ stepid }: Step): ReactElement => <StepNote {...props} stepid={stepid} />;

/** The time of work on a step, and the number of open form fields. */
function StepNote({ seen, guide, place, forms, stepid }: RunViewProps & { stepid: number }): ReactNode {
  const form = forms.forms.find((one) => one.stepid === stepid);
  const left = form ? openFields([form], seen.entry.work_data, forms.drafts).length : 0;
  const visited = seen.entry.benchside.steps.some((step) => step.stepid === stepid);
  const isBefore = guide.steps.findIndex((step) => step.stepid === stepid) < place.position - 1;
  return (
    <span className={styles.note}>
      {visited ? <RunTimer seen={seen} show={({ step }) => step(stepid)} /> : null}
      {!visited && isBefore ? <em>{runScreenTexts.bar.skipped}</em> : null}
      {form ? (
        <span data-left={left > 0}>
          <IconForms size="1.25em" aria-label={runScreenTexts.form.left(left)} />
          {left > 0 ? left : '✓'}
        </span>
      ) : null}
    </span>
  );
}

function NewsBanner({ news, onSee }: { news: GuideNews; onSee: () => void }): ReactElement {
  const words = runScreenTexts.changes;
  const cautions = news.kind === 'changed' ? news.changes.filter(({ kind }) => kind === 'caution').length : 0;
  return (
    <div className={styles.news} role="alert" data-caution={cautions > 0}>
      {cautions > 0 ? (
        <IconAlertTriangle size="1.75rem" aria-hidden />
      ) : (
        <IconInfoCircle size="1.75rem" aria-hidden />
      )}
      <p>{news.kind === 'unknown' ? words.unknown : newsWords(news.changes.length, cautions)}</p>
      <Button variant="default" onClick={onSee}>
        {words.see}
      </Button>
    </div>
  );
}

function newsWords(changes: number, cautions: number): string {
  const { banner, cautions: among } = runScreenTexts.changes;
  return cautions > 0 ? `${banner(changes)} ${among(cautions)}` : banner(changes);
}
