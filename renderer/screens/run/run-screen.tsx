import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconTransfer, IconUser } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { imageids } from '../../../shared/model/field-extras.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import { isObligatory } from '../../../shared/model/step-form.ts';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { LoadingPage } from '../../components/loading.tsx';
import { FailedNotice, Notice } from '../../components/notice.tsx';
import { useMayGo } from '../../components/use-kiosk.ts';
import { useNow } from '../../hooks/page.ts';
import { useJobTitle } from '../../features/run/use-job-title.ts';
import { paths } from '../../location.ts';
import { useGuideLanguage } from '../../state/guide-language.ts';
import { navigate, useHashSearch } from '../../state/navigation.ts';
import { copyQuery, guideQuery } from '../../api/queries/guides.ts';
import { userQuery } from '../../api/queries/users.ts';
import { ShellScreen } from '../../shell/shell-screen.tsx';
import { useMenuCommands } from '../../shell/use-menu-commands.ts';
import type { Move, Place } from '../../features/guide-view/reading.ts';
import { readingPlace, targetOf } from '../../features/guide-view/reading.ts';
import { usePreload } from '../../features/guide-view/use-guide.ts';
import { ConclusionView } from './conclusion-view.tsx';
import { FinishView } from './finish-view.tsx';
import { openFields, storedValue } from '../../features/step-form/form-values.ts';
import { HandOverNote, lastHandOver } from '../../features/run/hand-over-note.tsx';
import { useOpenRuns } from '../../features/run/open-runs.tsx';
import { entryQuery, isEnded, isOpen } from '../../api/queries/work-log.ts';
import { RunEnded } from './run-ended.tsx';
import type { RunPlace } from './run-place.ts';
import { RunView } from './run-view.tsx';
import { runScreenTexts } from './texts.ts';
import { workerOf } from '../../features/run/timing.ts';
import type { Seen } from '../../api/queries/work-log.ts';
import type { RunAction } from './use-run.ts';
import { useActiveStep, useGuideNews, useRunActions, useRunForms } from './use-run.ts';
import { uploadPicture } from '../../components/editing/upload.ts';

/** `entryid` is that of the path; a provisional one stays valid after the site has given another. */
export function RunScreen({ entryid, place }: { entryid: number; place: RunPlace }): ReactElement {
  const query = useQuery(entryQuery(entryid));
  const user = useQuery(userQuery);
  const seen = query.data;
  const entry = seen?.entry;
  const guide = useQuery({
    ...guideQuery(entry?.guideid ?? 0),
    enabled: entry !== undefined,
    // The site may replace a guide's provisional id while it is on screen.
    placeholderData: keepPreviousData,
  });
  const langid = useGuideLanguage(entry?.guideid ?? 0);
  const isTranslated =
    guide.data !== undefined && langid !== guide.data.langid && guide.data.available_langids.includes(langid);
  const translation = useQuery({
    ...guideQuery(entry?.guideid ?? 0, langid),
    enabled: isTranslated,
    placeholderData: keepPreviousData,
  });
  useJobTitle(entry);

  if (!seen || user.isPending) {
    const failed = query.error ? (
      <FailedNotice error={query.error} retry={() => void query.refetch()} />
    ) : null;
    return <ShellScreen>{failed ?? <LoadingPage />}</ShellScreen>;
  }
  if (isEnded(seen.entry))
    return (
      <ShellScreen>
        <RunEnded seen={seen} />
      </ShellScreen>
    );
  if (seen.entry.status === 'suspended')
    return (
      <ShellScreen>
        <Suspended seen={seen} entryid={entryid} />
      </ShellScreen>
    );
  if (seen.entry.userid !== user.data?.userid)
    return (
      <ShellScreen>
        <OtherPersons seen={seen} />
      </ShellScreen>
    );
  if (!guide.data || (isTranslated && translation.isPending))
    return (
      <ShellScreen>
        {guide.error ? (
          <FailedNotice error={guide.error} retry={() => void guide.refetch()} />
        ) : (
          <LoadingPage />
        )}
      </ShellScreen>
    );
  return (
    <Working
      key={entryid}
      entryid={entryid}
      seen={seen}
      original={guide.data}
      guide={(isTranslated && translation.data) || guide.data}
      place={place}
    />
  );
}

interface WorkingProps {
  entryid: number;
  seen: Seen;
  /** The guide as it was written: revisions and news are its. */
  original: Guide;
  /** In the person's language. */
  guide: Guide;
  place: RunPlace;
}

/** The signed-in person's run. It stays mounted from step to step, because it sends the typed values. */
function Working({ entryid, seen, original, guide, place }: WorkingProps): ReactElement {
  const { entry } = seen;
  const now = useNow();
  const at = usePlace(entryid, seen, guide, place);
  const isConclusion = place.at === 'conclusion' && guide.conclusion_rendered !== '';
  const shown = place.at === 'step' ? at?.step.stepid : isConclusion ? null : undefined;
  const copy = useQuery(copyQuery(guide.guideid));
  const runs = useOpenRuns();
  const activeStep = useActiveStep(entry, entryid, shown);
  const { forms, older, drafts, saver } = useRunForms(entry, entryid, shown, activeStep.again);
  const { act, busy, problem } = useRunActions(entryid, async () => {
    await saver.settle();
    await activeStep.settle();
  });
  const { news, acknowledge, problem: unread } = useGuideNews(entry, entryid, original);
  const focus = Number(useHashSearch().get('field')) || null;
  usePreload([at?.next ?? null, at?.previous ?? null]);
  useMenuCommands(() => navigate(paths.emptySearch));

  const onAct = (action: RunAction): void => {
    const isCancel = typeof action !== 'string' && action.type === 'cancel';
    const steps: RunAction[] = entry.status === 'paused' && isCancel ? ['resume', action] : [action];
    act(...steps);
  };
  const onMove = (move: Move): void => {
    if (!at) return;
    const target = targetOf(guide, at, move);
    if (target.to === 'step') navigate(paths.runStep(entryid, target.stepid), { replace: true });
    else if (target.to === 'overview') navigate(paths.guide(guide.guideid));
    else if (guide.conclusion_rendered) navigate(paths.concludeRun(entryid), { replace: true });
    else navigate(paths.finishRun(entryid));
  };

  const onMoveFromConclusion = (move: Move): void => {
    const step = move === 'first' ? guide.steps[0] : guide.steps.at(-1);
    if (move === 'next') navigate(paths.finishRun(entryid));
    else if (step) navigate(paths.runStep(entryid, step.stepid), { replace: true });
  };

  if (guide.steps.length === 0)
    return (
      <ShellScreen>
        <Notice alone icon={<IconUser size={40} />} title={entry.benchside.title}>
          <p>{runScreenTexts.noSteps}</p>
        </Notice>
      </ShellScreen>
    );
  if (place.at === 'finish')
    return (
      <ShellScreen>
        <FinishView
          entryid={entryid}
          seen={seen}
          guide={guide}
          obligatory={new Set(forms.filter(isObligatory).map(({ stepid }) => stepid))}
          open={openFields(forms, entry.work_data, drafts)}
          news={news}
          backTo={entry.benchside.stepid ?? guide.steps.at(-1)?.stepid ?? null}
          busy={busy}
          problem={problem ?? unread}
          onFinish={(omission) => {
            const resumed: RunAction[] = entry.status === 'paused' ? ['resume'] : [];
            act(...resumed, ...(omission ? [omission] : []), 'finish');
          }}
          onAcknowledge={acknowledge}
        />
      </ShellScreen>
    );
  const frame = {
    entryid,
    seen,
    guide,
    now,
    forms: { forms, older, drafts },
    news,
    runs: runs.filter(({ seen: run }) => isOpen(run.entry)),
    busy,
    problem: problem ?? unread,
    onAct,
    onAcknowledge: acknowledge,
  };
  if (isConclusion) return <ConclusionView {...frame} place={null} onMove={onMoveFromConclusion} />;
  if (!at) return <LoadingPage />;
  return (
    <RunView
      {...frame}
      copy={copy.data}
      place={at}
      focus={focus}
      onMove={onMove}
      onInput={(field, input) => saver.enter(field, input)}
      onPicture={async (field, file) => {
        const { image } = await uploadPicture(file);
        const { field_revisionid, benchside } = saver.latest(field);
        // The value of the picture before may not be in this entry yet.
        const held =
          saver.drafts().get(field_revisionid)?.input ??
          storedValue(entry.work_data, field_revisionid)?.value;
        const before = benchside?.several ? imageids(String(held ?? '')) : [];
        saver.enter(field, [...before, image.id].join(','));
        await saver.settle();
      }}
    />
  );
}

/** Returns the step of the path, or the nearest one if that step was deleted or has another id. */
function usePlace(entryid: number, { entry }: Seen, guide: Guide, place: RunPlace): Place | null {
  const last = useRef(0);
  const wanted = place.at === 'step' ? readingPlace(guide, place.stepid) : null;
  const { stepid, conclusion } = entry.benchside;
  useEffect(() => {
    if (wanted) last.current = wanted.position - 1;
    if (place.at === 'finish' || wanted) return;
    if (place.at === 'conclusion' && guide.conclusion_rendered) return;
    if (place.at === 'run' && stepid === null && conclusion === 'read' && guide.conclusion_rendered) {
      navigate(paths.concludeRun(entryid), { replace: true });
      return;
    }
    const known = guide.steps.find((step) => step.stepid === stepid);
    const near = known ?? guide.steps[Math.min(last.current, guide.steps.length - 1)];
    if (near) navigate(paths.runStep(entryid, near.stepid), { replace: true });
  });
  return wanted;
}

function Suspended({ seen, entryid }: { seen: Seen; entryid: number }): ReactElement {
  const { act, busy, problem } = useRunActions(entryid);
  const { data: user } = useQuery(userQuery);
  const words = runScreenTexts.suspended;
  const mayGo = useMayGo();
  const { entry } = seen;
  const said = lastHandOver(entry);
  return (
    <Notice
      alone
      icon={<IconTransfer size={40} />}
      title={words.title}
      actions={
        <>
          <Button disabled={busy} onClick={() => act('assume')}>
            {words.take}
          </Button>
          {mayGo(paths.guide(entry.guideid)) ? (
            <Button component={Link} href={paths.guide(entry.guideid)} variant="default">
              {words.guide}
            </Button>
          ) : null}
        </>
      }
    >
      <p>{entry.benchside.title}</p>
      <p>{words.words(workerOf(entry), entry.workorderid)}</p>
      {said ? <HandOverNote remark={said} me={user?.userid} big /> : null}
      {problem ? <InlineProblem>{`${runScreenTexts.start.takeFailed} ${problem}`}</InlineProblem> : null}
    </Notice>
  );
}

const OtherPersons = ({ seen: { entry } }: { seen: Seen }): ReactElement => (
  <Notice
    alone
    icon={<IconUser size={40} />}
    title={runScreenTexts.others.title}
    actions={
      <Button component={Link} href={paths.workLog(entry.entryid)}>
        {runScreenTexts.others.log}
      </Button>
    }
  >
    <p>{entry.benchside.title}</p>
    <p>{runScreenTexts.others.words(workerOf(entry))}</p>
  </Notice>
);
