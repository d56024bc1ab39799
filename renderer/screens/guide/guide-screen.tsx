import { useQuery } from '@tanstack/react-query';
import { Fragment, useEffect } from 'react';
import type { ReactElement } from 'react';

import type { Guide } from '../../../shared/model/guide.ts';
import { useKiosk } from '../../components/use-kiosk.ts';
import { LoadingPage } from '../../components/loading.tsx';
import { FailedNotice } from '../../components/notice.tsx';
import { useNow, useTitle } from '../../hooks/page.ts';
import { useShortcuts } from '../../keyboard/shortcuts.ts';
import { keyTexts } from '../../keyboard/texts.ts';
import { paths } from '../../location.ts';
import { navigate } from '../../state/navigation.ts';
import { categoryQuery } from '../../api/queries/categories.ts';
import { userQuery } from '../../api/queries/users.ts';
import { ShellScreen } from '../../shell/shell-screen.tsx';
import { useMenuCommands } from '../../shell/use-menu-commands.ts';
import { AllSteps } from './all-steps.tsx';
import { ReadingEnd } from './finished.tsx';
import { GuideOverview } from './overview.tsx';
import { PrintedGuide } from './printed-guide.tsx';
import type { Move } from '../../features/guide-view/reading.ts';
import { readingPlace, targetOf } from '../../features/guide-view/reading.ts';
import { StepView } from './step-view.tsx';
import { guideTexts } from '../../features/guide-view/texts.ts';
import type { GuideState } from '../../features/guide-view/use-guide.ts';
import { useGuide, usePreload, useReadingPosition, useResume } from '../../features/guide-view/use-guide.ts';
import { usePrint } from './use-print.ts';

export type GuideMode =
  | { show: 'overview' }
  | { show: 'all' }
  | { show: 'finished' }
  | { show: 'step'; stepid: number };

export function GuideScreen({ guideid, mode }: { guideid: number; mode: GuideMode }): ReactElement {
  const state = useGuide(guideid);
  const guide = state.guide.data;
  const { printing, print, savePdf } = usePrint(guide?.title);
  useTitle(guide?.title);

  // All screens but steps are in the shell already; the overview must not mount a second one.
  const Frame = mode.show === 'overview' || mode.show === 'all' ? Fragment : ShellScreen;
  if (!guide)
    return (
      <Frame>
        {state.guide.error ? (
          <FailedNotice error={state.guide.error} retry={() => void state.guide.refetch()} />
        ) : (
          <LoadingPage />
        )}
      </Frame>
    );
  return (
    <>
      {mode.show === 'step' && readingPlace(guide, mode.stepid) ? (
        <StepScreen guide={guide} stepid={mode.stepid} state={state} />
      ) : (
        <Frame>
          {mode.show === 'finished' ? (
            <FinishedScreen guide={guide} state={state} />
          ) : mode.show === 'all' ? (
            <AllStepsScreen guide={guide} state={state} onPrint={print} />
          ) : (
            <OverviewScreen
              guide={guide}
              state={state}
              stepGone={mode.show === 'step'}
              onPrint={print}
              onPdf={savePdf}
            />
          )}
        </Frame>
      )}
      {printing ? <PrintedGuide guide={guide} /> : null}
    </>
  );
}

interface PartProps {
  guide: Guide;
  state: GuideState;
}

function OverviewScreen({
  guide,
  state,
  stepGone,
  onPrint,
  onPdf,
}: PartProps & { stepGone: boolean; onPrint: () => void; onPdf: (() => void) | null }): ReactElement {
  const now = useNow();
  // Opening the overview counts as reading the guide; a reached step is kept.
  useReadingPosition(guide.guideid, { stepid: null, finished: false });
  const kiosk = useKiosk();
  const { guideid, favorited, steps } = guide;
  const resume = useResume(guide);
  const first = resume?.stepid ?? steps[0]?.stepid;
  useShortcuts(keyTexts.guide.name, [
    {
      keys: ['ArrowRight', 'PageDown', 'Enter'],
      does: keyTexts.guide.begin,
      when: () => first !== undefined,
      run: () => first !== undefined && navigate(paths.step(guideid, first)),
    },
    {
      keys: ['L'],
      does: keyTexts.guide.steps,
      when: () => first !== undefined,
      run: () => navigate(paths.allSteps(guideid)),
    },
    { keys: ['W'], does: keyTexts.guide.work, run: () => navigate(paths.startWork(guideid)) },
    {
      keys: ['E'],
      does: keyTexts.guide.edit,
      when: () => guide.can_edit && !kiosk,
      run: () => navigate(paths.editGuide(guideid)),
    },
    { keys: ['F'], does: keyTexts.guide.favorite, run: () => state.setFavorite(!favorited) },
  ]);
  return (
    <GuideOverview
      guide={guide}
      copy={state.copy}
      now={now}
      resume={resume}
      notice={stepGone ? guideTexts.step.gone : null}
      problem={state.problem}
      onFavorite={state.setFavorite}
      onPrint={onPrint}
      onPdf={onPdf}
    />
  );
}

function AllStepsScreen({ guide, state, onPrint }: PartProps & { onPrint: () => void }): ReactElement {
  const stepid = useResume(guide)?.stepid ?? guide.steps[0]?.stepid;
  return <AllSteps guide={guide} copy={state.copy} stepid={stepid} onPrint={onPrint} />;
}

function FinishedScreen({ guide, state }: PartProps): ReactElement {
  const now = useNow();
  const user = useQuery(userQuery);
  const category = useQuery({ ...categoryQuery(guide.category), enabled: guide.category !== '' });
  useReadingPosition(guide.guideid, { stepid: null, finished: true });
  const last = guide.steps.at(-1);
  useShortcuts(keyTexts.guide.name, [
    {
      keys: ['ArrowLeft', 'PageUp'],
      does: keyTexts.guide.last,
      when: () => last !== undefined,
      run: () => last && navigate(paths.step(guide.guideid, last.stepid), { replace: true }),
    },
  ]);
  return (
    <ReadingEnd
      guide={guide}
      next={(category.data?.guides ?? []).filter(({ guideid }) => guideid !== guide.guideid).slice(0, 4)}
      problem={state.problem}
      onFavorite={state.setFavorite}
      onCompleted={user.data ? state.setCompleted : null}
      now={now}
    />
  );
}

function StepScreen({ guide, stepid, state }: PartProps & { stepid: number }): ReactElement | null {
  const now = useNow();
  const place = readingPlace(guide, stepid);
  useReadingPosition(guide.guideid, { stepid, finished: false });
  usePreload([place?.next ?? null, place?.previous ?? null]);
  useMenuCommands(() => navigate(paths.emptySearch));

  const onMove = (move: Move): void => {
    if (!place) return;
    const target = targetOf(guide, place, move);
    if (target.to === 'step') navigate(paths.step(guide.guideid, target.stepid), { replace: true });
    else
      navigate(target.to === 'finished' ? paths.finished(guide.guideid) : paths.guide(guide.guideid), {
        replace: true,
      });
  };
  useEffect(() => {
    document.querySelector('main')?.focus();
  }, []);

  return place ? <StepView guide={guide} copy={state.copy} place={place} now={now} onMove={onMove} /> : null;
}
