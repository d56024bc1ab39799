import { Button } from '@mantine/core';
import { IconAlertTriangle, IconForms, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';

import type { Guide, Step } from '../../../shared/model/guide.ts';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { Sheet } from '../../components/sheet.tsx';
import type { Shortcut } from '../../keyboard/shortcuts.ts';
import { useShortcuts } from '../../keyboard/shortcuts.ts';
import { keyTexts } from '../../keyboard/texts.ts';
import { paths } from '../../location.ts';
import type { Move, Place } from '../../features/guide-view/reading.ts';
import { GuideLanguages } from '../../features/guide-view/guide-languages.tsx';
import { stepKeys } from '../../features/guide-view/step-keys.ts';
import { StepList } from '../../features/guide-view/step-list.tsx';
import reader from '../../features/guide-view/step-body.module.css';
import { ChangesSheet } from './changes-sheet.tsx';
import { openFields } from '../../features/step-form/form-values.ts';
import { HandOverNote, lastHandOver } from '../../features/run/hand-over-note.tsx';
import type { OpenRun } from '../../features/run/open-runs.tsx';
import { RunBar } from './run-bar.tsx';
import { useRunNotes } from './run-notes.ts';
import { RunMenu } from './run-menu.tsx';
import { HandOverForm } from './say-form.tsx';
import { RunTimer } from '../../features/run/run-timer.tsx';
import { RunsSheet } from './runs-sheet.tsx';
import styles from './run-view.module.css';
import { runScreenTexts } from './texts.ts';
import type { Seen } from '../../api/queries/work-log.ts';
import type { GuideNews, RunAction, RunForms } from './use-run.ts';

export interface RunFrameProps {
  /** entryid of the path, which may be a provisional one. */
  entryid: number;
  seen: Seen;
  guide: Guide;
  /** Null after the last step. */
  place: Place | null;
  now: number;
  forms: Pick<RunForms, 'forms' | 'older' | 'drafts'>;
  news: GuideNews | null;
  runs: readonly OpenRun[];
  busy: boolean;
  problem: string | null;
  onMove: (move: Move) => void;
  onAct: (action: RunAction) => void;
  onAcknowledge: () => void;
}

type Panel = 'steps' | 'runs' | 'handOver' | 'menu' | 'changes';

/** The bar, the news, the sheets and the keys of a job, around a step or the conclusion. */
export function RunFrame(
  props: RunFrameProps & { keys?: readonly Shortcut[]; children: ReactNode },
): ReactElement {
  const { entryid, seen, guide, place, news, runs, keys = [], onAct } = props;
  const [panel, setPanel] = useState<Panel | null>(null);
  const close = (): void => setPanel(null);
  const closeAndAct = (action: RunAction): void => {
    close();
    onAct(action);
  };
  const stepid = place?.step.stepid ?? null;
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
    { keys: ['H'], does: words.handOver, run: () => setPanel('handOver') },
    { keys: ['M'], does: words.menu, run: () => setPanel('menu') },
    ...keys,
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
          onHandOver={() => setPanel('handOver')}
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
        <div className={styles.languages}>
          <GuideLanguages guide={guide} />
        </div>
        <HandedOverNote entry={seen.entry} />
        {news ? <NewsBanner news={news} onSee={() => setPanel('changes')} /> : null}
      </header>
      {props.children}
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
      {panel === 'handOver' ? (
        <Sheet title={runScreenTexts.menu.suspend} onClose={close}>
          <HandOverForm busy={props.busy} onAct={closeAndAct} onBack={close} />
        </Sheet>
      ) : null}
      {panel === 'menu' ? (
        <RunMenu guideid={guide.guideid} busy={props.busy} onAct={closeAndAct} onClose={close} />
      ) : null}
      {panel === 'changes' && news ? (
        <ChangesSheet guide={guide} news={news} onAcknowledge={props.onAcknowledge} onClose={close} />
      ) : null}
    </div>
  );
}

/** Shows who took the job over what was said, until they have read it. */
function HandedOverNote({ entry }: Pick<Seen, 'entry'>): ReactElement | null {
  const { notes, note } = useRunNotes(entry, 'handOver');
  const said = lastHandOver(entry);
  if (!said || said.userid === entry.userid || !notes || (notes.read ?? 0) >= said.time) return null;
  return (
    <div className={styles.said}>
      <HandOverNote remark={said} me={entry.userid} big />
      <Button variant="default" onClick={() => note({ read: said.time })}>
        {runScreenTexts.handOver.read}
      </Button>
    </div>
  );
}

const notesOf =
  (props: RunFrameProps) =>
  ({ stepid }: Step): ReactElement => <StepNote {...props} stepid={stepid} />;

/** Shows the time of work on a step, and the number of open form fields. */
function StepNote({ seen, guide, place, forms, stepid }: RunFrameProps & { stepid: number }): ReactNode {
  const form = forms.forms.find((one) => one.stepid === stepid);
  const left = form ? openFields([form], seen.entry.work_data, forms.drafts).length : 0;
  const visited = seen.entry.benchside.steps.some((step) => step.stepid === stepid);
  const isBefore = !place || guide.steps.findIndex((step) => step.stepid === stepid) < place.position - 1;
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
