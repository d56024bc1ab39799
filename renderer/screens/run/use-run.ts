import { keepPreviousData, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useStore } from 'zustand';

import type { Guide } from '../../../shared/model/guide.ts';
import type { StepForm } from '../../../shared/model/step-form.ts';
import type { Abandonment, HandOver, WorkLogEntry } from '../../../shared/model/work-log.ts';
import { api } from '../../api/client.ts';
import { fieldErrorsOf, errorMessage, errorStatus } from '../../api/errors.ts';
import type { GuideChange } from './changes.ts';
import { changesBetween, instructionTexts } from './changes.ts';
import type { Drafts } from '../../features/step-form/form-values.ts';
import { formsInRun, olderForms, refusedTexts } from '../../features/step-form/form-values.ts';
import { guideRevisionQuery } from '../../api/queries/guides.ts';
import { formOfFieldQuery, formsQuery } from '../../api/queries/step-forms.ts';
import { entryQuery, isEnded, seenNow } from '../../api/queries/work-log.ts';
import { forgetRunNotes, useRunNotes } from './run-notes.ts';
import type { Refusal } from './value-saver.ts';
import { useReplacedFields } from './use-replaced-fields.ts';
import { ValueSaver } from './value-saver.ts';

export type RunAction =
  | 'pause'
  | 'resume'
  | 'assume'
  | 'finish'
  | { type: 'suspend'; said: HandOver }
  | { type: 'cancel'; said: Abandonment }
  | Omission;

/** Says why the job is to end without obligatory steps. */
export interface Omission {
  type: 'omit';
  said: { stepids: number[]; reason: string };
}

export interface RunActions {
  /** Runs actions one after the other, once all input is stored. */
  act: (...actions: RunAction[]) => void;
  busy: boolean;
  problem: string | null;
}

/** Returns a function that puts the API's answer to a change of a run into the query cache. */
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
      for (const action of actions) {
        const entry = await send(entryid, action);
        await keep(entry);
        if (isEnded(entry)) await forgetRunNotes(entry);
      }
    },
  });
  return {
    act: (...actions) => mutate(actions),
    busy: isPending,
    problem: error ? errorMessage(error) : null,
  };
}

function send(entryid: number, action: RunAction): Promise<WorkLogEntry> {
  const params = { entryid };
  if (typeof action === 'string') return api(`POST /work_log/{entryid}/${action}`, { params, body: {} });
  switch (action.type) {
    case 'suspend':
      return api('POST /work_log/{entryid}/suspend', { params, body: { benchside: action.said } });
    case 'cancel':
      return api('POST /work_log/{entryid}/cancel', { params, body: { benchside: action.said } });
    case 'omit':
      return api('PUT /benchside/work_log/{entryid}/omitted', { params, body: action.said });
  }
}

export interface ActiveStep {
  /** Sends the step on screen again, because the run has moved to another. */
  again: () => void;
  /** Resolves once the run is at the step on screen; part of another operation. */
  settle: () => Promise<void>;
}

/** The stepid on screen; null for the conclusion, undefined for neither. */
type Shown = number | null | undefined;

const isAt = ({ benchside }: WorkLogEntry, shown: Shown): boolean =>
  benchside.stepid === shown && (shown !== null || benchside.conclusion === 'read');

/** Reports the step on screen to the API, which then times it. Steps shown only briefly are not reported. */
export function useActiveStep(entry: WorkLogEntry, entryid: number, shown: Shown): ActiveStep {
  const keep = useKeepEntry(entryid);
  const put = async (stepid: number | null): Promise<void> => {
    await keep(
      await api('PUT /benchside/work_log/{entryid}/step', { params: { entryid }, body: { stepid } }),
    );
  };
  const { mutate } = useMutation({
    scope: { id: `run ${entryid}` },
    retry: (failures, error) => failures < 3 && errorStatus(error) === 0,
    mutationFn: put,
  });
  const running = entry.status === 'started';
  const tell = useEffectEvent((stepid: number | null) => {
    if (!isAt(entry, stepid)) mutate(stepid);
  });
  useEffect(() => {
    if (!running || shown === undefined) return;
    const timer = setTimeout(() => tell(shown), 250);
    return () => clearTimeout(timer);
  }, [running, shown]);
  return {
    again: () => {
      if (running && shown !== undefined) mutate(shown);
    },
    settle: async () => {
      if (running && shown !== undefined && !isAt(entry, shown)) await put(shown);
    },
  };
}

export interface RunForms {
  forms: StepForm[];
  /** form_revisionids of the older revisions that this run keeps. */
  older: ReadonlySet<number>;
  drafts: Drafts;
  saver: ValueSaver;
}

/** @param onMoved called when storing values has moved the run to another step than `shown` */
export function useRunForms(
  entry: WorkLogEntry,
  entryid: number,
  shown: Shown,
  onMoved: () => void,
): RunForms {
  const keep = useKeepEntry(entryid);
  const store = useEffectEvent(async (fields: Parameters<ValueSaverSend>[0]) => {
    const stored = await api('PUT /work_log/{entryid}/stepData', { params: { entryid }, body: { fields } });
    await keep(stored);
    if (stored.status === 'started' && shown !== undefined && !isAt(stored, shown)) onMoved();
  });
  const [saver] = useState(() => new ValueSaver({ send: (fields) => store(fields), refusalOf }));
  const drafts = useStore(saver.store).drafts;
  useEffect(() => {
    const flush = (): void => void saver.settle();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [saver]);

  // The site may replace the guide's provisional id.
  const current = useQuery({ ...formsQuery(entry.guideid), placeholderData: keepPreviousData }).data ?? [];
  const older = useQueries({
    queries: olderForms(current, entry.work_data).map(formOfFieldQuery),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  const forms = formsInRun(current, older);
  useReplacedFields(forms, saver);
  useTyped(entry, forms, saver, drafts);
  return {
    forms,
    older: new Set(older.map(({ form_revisionid }) => form_revisionid)),
    drafts,
    saver,
  };
}

type ValueSaverSend = ConstructorParameters<typeof ValueSaver>[0]['send'];

export function refusalOf(error: unknown): Refusal {
  const status = errorStatus(error);
  const fields = new Map(
    fieldErrorsOf(error).flatMap(({ field, message }): [number, string][] => {
      const id = /^fields\.(-?\d+)$/.exec(field)?.[1];
      return id === undefined ? [] : [[Number(id), message]];
    }),
  );
  return { again: status === 0 || status >= 500, message: errorMessage(error), fields };
}

/** `unknown`: this machine does not have the revision with which the run began. */
export type GuideNews = { kind: 'changed'; changes: GuideChange[] } | { kind: 'unknown' };

/**
 * Returns the changes of the guide since the run began or since they were last acknowledged. Compares contents, because the
 * site replaces provisional revisionids. `acknowledge` adds an event to the work log.
 */
export function useGuideNews(
  entry: WorkLogEntry,
  entryid: number,
  guide: Guide,
): { news: GuideNews | null; acknowledge: () => void; problem: string | null } {
  const { notes, note } = useRunNotes(entry, 'guide');
  const known = notes?.words?.revisionid ?? entry.benchside.guide_revisionid;
  const moved = notes !== undefined && known !== guide.revisionid;
  const asked = useQuery({
    ...guideRevisionQuery(entry.guideid, known),
    enabled: moved && notes.words === undefined,
  });
  const keep = useEffectEvent(() => note({ words: instructionTexts(guide) }));
  const isFirst = notes !== undefined && notes.words === undefined && !moved;
  useEffect(() => {
    if (isFirst) keep();
  }, [isFirst]);

  const keepEntry = useKeepEntry(entryid);
  const { mutate, error } = useMutation({
    scope: { id: `run ${entryid}` },
    retry: (failures, refusal) => failures < 3 && errorStatus(refusal) === 0,
    mutationFn: async (read: Guide) => {
      const entry = await api('PUT /benchside/work_log/{entryid}/acknowledged', {
        params: { entryid },
        query: { guide_revisionid: read.revisionid },
        body: {},
      });
      await keepEntry(entry);
      note({ words: instructionTexts(read) });
    },
  });
  const said = { acknowledge: () => mutate(guide), problem: error ? errorMessage(error) : null };
  const before = notes?.words ?? asked.data;
  if (!moved) return { news: null, ...said };
  if (!before) return { news: asked.error ? { kind: 'unknown' } : null, ...said };
  const changes = changesBetween(before, instructionTexts(guide));
  return { news: changes.length > 0 ? { kind: 'changed', changes } : null, ...said };
}

/** Restores refused input after a restart. */
function useTyped(entry: WorkLogEntry, forms: readonly StepForm[], saver: ValueSaver, drafts: Drafts): void {
  const { notes, note } = useRunNotes(entry, 'typed');
  const known = notes !== undefined && forms.length > 0;
  const bring = useEffectEvent(() => {
    for (const field of forms.flatMap(({ fields }) => fields)) {
      const text = notes?.[field.field_revisionid];
      if (text !== undefined && !drafts.has(field.field_revisionid)) saver.enter(field, text);
    }
  });
  useEffect(() => {
    if (known) bring();
  }, [known]);

  const refused = JSON.stringify(refusedTexts(drafts));
  const keep = useEffectEvent((texts: string) => {
    if (texts !== JSON.stringify(notes)) note(JSON.parse(texts) as Record<string, string>);
  });
  const touched = drafts.size > 0;
  useEffect(() => {
    if (known && touched) keep(refused);
  }, [known, touched, refused]);
}
