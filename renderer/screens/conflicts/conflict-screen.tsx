import { useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { JournalItem } from '../../../shared/model/journal.ts';
import { workingGuideQuery } from '../../api/queries/guides.ts';
import { LoadingPage } from '../../components/loading.tsx';
import { FailedNotice, Notice } from '../../components/notice.tsx';
import { useTitle } from '../../hooks/page.ts';
import { paths } from '../../location.ts';
import { mainResource } from '../../features/changes/entry-words.ts';
import { pendingQuery, useEntryActions } from '../../api/queries/journal.ts';
import { ConflictView } from './conflict.tsx';
import type { Handled } from './decided.tsx';
import { conflictTexts } from './texts.ts';
import { forgetChoices } from './use-choices.ts';
import { useParked } from '../../features/changes/use-parked.ts';

export function ConflictScreen({ kind, id }: { kind: string; id: number }): ReactElement {
  const { entries, error, refetch } = useParked();
  // Edits decided on this visit stay on screen with their state.
  const [handled, setHandled] = useState<Handled[]>([]);
  const actions = useEntryActions((entryid, verb) => {
    if (verb !== 'undecide') void forgetChoices(entryid);
    setHandled((before) => [
      ...before.filter((one) => one.entryid !== entryid),
      ...(verb === 'undecide' ? [] : [{ entryid, verb }]),
    ]);
  });
  const isHere = (entry: JournalItem): boolean => {
    const resource = mainResource(entry);
    return resource.kind === kind && resource.id === id;
  };
  const waiting = (entries ?? []).filter(
    (entry) => isHere(entry) || handled.some((one) => one.entryid === entry.entryid),
  );
  const decided = handled.filter(({ entryid }) => !waiting.some((entry) => entry.entryid === entryid));
  const laterEdits = useLaterEdits(kind, id, waiting[0]?.entryid);
  const stepName = useStepNames(kind === 'guide' && waiting.length > 0 ? id : null);
  const [title, setTitle] = useState<string | null>(null);
  const subject = waiting[0]?.subject ?? null;
  if (subject !== null && title === null) setTitle(subject);
  useTitle(title ?? conflictTexts.title);

  if (error) return <FailedNotice error={error} retry={refetch} />;
  if (!entries) return <LoadingPage />;
  if (waiting.length === 0 && decided.length === 0)
    return (
      <Notice
        alone
        icon={<IconCircleCheck size={40} />}
        title={conflictTexts.gone}
        actions={
          <Button component={Link} href={paths.conflicts} variant="default">
            {conflictTexts.back}
          </Button>
        }
      >
        <p>{conflictTexts.goneWhy}</p>
      </Notice>
    );
  return (
    <ConflictView
      kind={kind}
      id={id}
      title={title}
      waiting={waiting}
      handled={decided}
      laterEdits={laterEdits}
      stepName={stepName}
      actions={actions}
    />
  );
}

/** Returns how many pending edits of the same resource wait behind parked ones. */
function useLaterEdits(kind: string, id: number, first: string | undefined): number {
  const pending = useQuery({ ...pendingQuery, enabled: first !== undefined });
  if (first === undefined) return 0;
  return (pending.data ?? []).filter(
    ({ entryid, touched }) =>
      entryid > first && touched.some((touch) => touch.kind === kind && touch.id === id),
  ).length;
}

/** Returns a function that names the steps of a guide in this desk's newest version. */
function useStepNames(guideid: number | null): (stepid: number) => string {
  const guide = useQuery({ ...workingGuideQuery(guideid ?? 0), enabled: guideid !== null, retry: false });
  const steps = guide.data?.steps ?? [];
  return (stepid) => {
    const at = steps.findIndex((step) => step.stepid === stepid);
    const step = steps[at];
    if (!step) return conflictTexts.order.gone;
    return step.title || step.lines[0]?.text_raw || conflictTexts.order.step(at + 1);
  };
}
