import { skipToken, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';

import type { Guide } from '../../../shared/model/guide.ts';
import type { MediaImage } from '../../../shared/model/image.ts';
import type { StepForm } from '../../../shared/model/step-form.ts';
import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { api, fieldErrorsOf, messageOf, statusOf } from '../../api.ts';
import type { GuideChange } from './changes.ts';
import { changesBetween } from './changes.ts';
import type { Drafts } from './form-values.ts';
import { formsInRun, olderForms } from './form-values.ts';
import { entryQuery, formOfFieldQuery, formsQuery, guideRevisionQuery } from './queries.ts';
import { seenNow } from './timing.ts';
import type { Refusal } from './value-saver.ts';
import { ValueSaver } from './value-saver.ts';

export type RunAction = 'pause' | 'resume' | 'suspend' | 'assume' | 'finish' | 'cancel';

export interface RunActions {
  /** Done one after the other, after everything typed is stored. */
  act: (...actions: RunAction[]) => void;
  busy: boolean;
  problem: string | null;
}

/** What the API answered to a change of a run is what every screen shows. */
export function useKeepEntry(entryid: number): (entry: WorkLogEntry) => Promise<void> {
  const client = useQueryClient();
  const { queryKey } = entryQuery(entryid);
  return async (entry) => {
    await client.cancelQueries({ queryKey });
    const before = client.getQueryData(queryKey)?.entry;
    client.setQueryData(queryKey, seenNow(entry));
    if (before?.status === entry.status && before.benchside.stepid === entry.benchside.stepid) return;
    void client.invalidateQueries({
      predicate: ({ queryKey: [area, kind] }) => area === 'work-log' && kind !== 'entry',
    });
  };
}

export function useRunActions(entryid: number, before?: () => Promise<void>): RunActions {
  const keep = useKeepEntry(entryid);
  const { mutate, isPending, error } = useMutation({
    scope: { id: `run ${entryid}` },
    mutationFn: async (actions: readonly RunAction[]) => {
      await before?.();
      for (const action of actions)
        await keep(await api<WorkLogEntry>('POST', `/work_log/${entryid}/${action}`, { body: {} }));
    },
  });
  return {
    act: (...actions) => mutate(actions),
    busy: isPending,
    problem: error ? messageOf(error) : null,
  };
}

/** Tells the API at which step the work is, whose clock then runs. A step only passed by is not told. */
export function useActiveStep(entry: WorkLogEntry, entryid: number, shown: number | null): () => void {
  const keep = useKeepEntry(entryid);
  const { mutate } = useMutation({
    scope: { id: `run ${entryid}` },
    retry: (failures, error) => failures < 3 && statusOf(error) === 0,
    mutationFn: (stepid: number) =>
      api<WorkLogEntry>('PUT', `/benchside/work_log/${entryid}/step`, { body: { stepid } }),
    onSuccess: keep,
  });
  const running = entry.status === 'started';
  const tell = useEffectEvent((stepid: number) => {
    if (entry.benchside.stepid !== stepid) mutate(stepid);
  });
  useEffect(() => {
    if (!running || shown === null) return;
    const timer = setTimeout(() => tell(shown), 250);
    return () => clearTimeout(timer);
  }, [running, shown]);
  return () => {
    if (running && shown !== null) mutate(shown);
  };
}

export interface RunForms {
  forms: StepForm[];
  /** Forms of an older revision, which this run keeps. */
  older: ReadonlySet<number>;
  drafts: Drafts;
  saver: ValueSaver;
}

/** @param onMoved called when storing values has moved the run to another step than `shown` */
export function useRunForms(
  entry: WorkLogEntry,
  entryid: number,
  shown: number | null,
  onMoved: () => void,
): RunForms {
  const keep = useKeepEntry(entryid);
  const store = useEffectEvent(async (fields: Parameters<ValueSaverSend>[0]) => {
    const stored = await api<WorkLogEntry>('PUT', `/work_log/${entryid}/stepData`, { body: { fields } });
    await keep(stored);
    if (stored.status === 'started' && shown !== null && stored.benchside.stepid !== shown) onMoved();
  });
  const [saver] = useState(() => new ValueSaver({ send: (fields) => store(fields), refusalOf }));
  const drafts = useSyncExternalStore(saver.subscribe, saver.drafts);
  useEffect(() => {
    const flush = (): void => void saver.settle();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [saver]);

  const current = useQuery(formsQuery(entry.guideid)).data ?? [];
  const older = useQueries({
    queries: olderForms(current, entry.work_data).map(formOfFieldQuery),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  return {
    forms: formsInRun(current, older),
    older: new Set(older.map(({ form_revisionid }) => form_revisionid)),
    drafts,
    saver,
  };
}

type ValueSaverSend = ConstructorParameters<typeof ValueSaver>[0]['send'];

export function refusalOf(error: unknown): Refusal {
  const status = statusOf(error);
  const fields = new Map(
    fieldErrorsOf(error).flatMap(({ field, message }): [number, string][] => {
      const id = /^fields\.(-?\d+)$/.exec(field)?.[1];
      return id === undefined ? [] : [[Number(id), message]];
    }),
  );
  return { again: status === 0 || status >= 500, message: messageOf(error), fields };
}

export const uploadImage = (file: File): Promise<MediaImage> =>
  api<MediaImage>('POST', `/user/media/images?${new URLSearchParams({ file: file.name }).toString()}`, {
    file,
  });

/** `unknown` where the revision that the run began with is not kept on this machine. */
export type GuideNews = { kind: 'changed'; changes: GuideChange[] } | { kind: 'unknown' };

/**
 * What changed in the guide since the run began, or since it was last acknowledged. What the guide said is kept from
 * what this page has read; after a new start it may be gone.
 */
export function useGuideNews(
  entry: WorkLogEntry,
  entryid: number,
  guide: Guide | undefined,
): { news: GuideNews | null; acknowledge: () => void } {
  const client = useQueryClient();
  const queryKey = ['acknowledged', entryid];
  const { data: known = entry.benchside.guide_revisionid } = useQuery<number>({
    queryKey,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  });
  const moved = guide !== undefined && known !== guide.revisionid;
  const before = useQuery({ ...guideRevisionQuery(entry.guideid, known), enabled: moved });
  useEffect(() => {
    if (!guide) return;
    const { queryKey } = guideRevisionQuery(guide.guideid, guide.revisionid);
    client.setQueryData(queryKey, (kept) => kept ?? guide);
  }, [client, guide]);
  const acknowledge = (): void => {
    if (guide) client.setQueryData(queryKey, guide.revisionid);
  };
  if (!moved) return { news: null, acknowledge };
  if (!before.data) return { news: before.error ? { kind: 'unknown' } : null, acknowledge };
  const changes = changesBetween(before.data, guide);
  return { news: changes.length > 0 ? { kind: 'changed', changes } : null, acknowledge };
}
