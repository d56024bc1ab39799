import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';

import type { StepForm } from '../../../shared/model/step-form.ts';
import { api } from '../../api/client.ts';
import { fieldErrorsOf, errorMessage, errorStatus } from '../../api/errors.ts';
import { useDraft } from '../../components/editing/use-draft.ts';
import { LoadingPage } from '../../components/loading.tsx';
import { FailedNotice } from '../../components/notice.tsx';
import { useTitle } from '../../hooks/page.ts';
import { paths } from '../../location.ts';
import { formOf, formQuery } from '../../api/queries/step-forms.ts';
import { stepName } from '../../features/edit/guide-texts.ts';
import { workingGuideQuery } from '../../api/queries/guides.ts';
import { FormBuilder } from './form-builder.tsx';
import type { FormValue } from './form-value.ts';
import { completeForm, readForm, sameFields, writeFields } from './form-value.ts';
import { formTexts } from './texts.ts';

interface FormBuilderScreenProps {
  guideid: number;
  stepid: number;
}

export function FormBuilderScreen({ guideid, stepid }: FormBuilderScreenProps): ReactElement {
  const guide = useQuery(workingGuideQuery(guideid));
  const form = useQuery(formQuery(stepid));
  const position = guide.data?.steps.findIndex((step) => step.stepid === stepid) ?? -1;
  const step = stepName(position + 1, guide.data?.steps[position]?.title ?? '');
  useTitle(formTexts.title(step));
  const error = guide.error ?? form.error;
  if (error)
    return <FailedNotice error={error} retry={() => void Promise.all([guide.refetch(), form.refetch()])} />;
  if (!guide.data || form.data === undefined) return <LoadingPage />;
  return <OpenForm guideid={guideid} stepid={stepid} step={step} stored={form.data} />;
}

interface OpenFormProps extends FormBuilderScreenProps {
  step: string;
  stored: StepForm | null;
}

function OpenForm({ guideid, stepid, step, stored }: OpenFormProps): ReactElement {
  const client = useQueryClient();
  const [base, setBase] = useState(() => readForm(stored));
  const draft = useDraft<FormValue>(`form-${stepid}`, base);
  const took = async (form: StepForm | null): Promise<void> => {
    const next = readForm(form);
    setBase(next);
    await draft.finish(next);
    client.setQueryData(formQuery(stepid).queryKey, form);
    await client.invalidateQueries({ queryKey: ['forms'] });
  };
  const save = useMutation({
    mutationFn: (form: FormValue) =>
      api('POST /step_forms/{stepid}', {
        params: { stepid },
        body: { fields: writeFields(form), form_revisionid: form.basedOn },
      }),
    onSuccess: took,
  });
  const theirs = useMutation({
    mutationFn: () => formOf(stepid),
    onSuccess: took,
    onSettled: () => save.reset(),
  });
  const mine = useMutation({
    mutationFn: () => formOf(stepid),
    onSuccess: (form) => {
      if (draft.value) save.mutate({ ...draft.value, basedOn: form?.form_revisionid ?? null });
    },
  });
  if (!draft.value) return <LoadingPage />;
  const value = completeForm(draft.value);
  const changedElsewhere = errorStatus(save.error) === 409;
  const error = changedElsewhere ? (theirs.error ?? mine.error) : save.error;
  const problem = error ? errorMessage(error) : draft.problem;
  const refused = new Map(
    fieldErrorsOf(save.error).flatMap(({ index, field, message }) =>
      index === undefined ? [] : [[index, `${field}: ${message}`]],
    ),
  );
  return (
    <FormBuilder
      step={step}
      back={paths.editGuide(guideid, stepid)}
      form={value}
      isSaved={sameFields(value, base)}
      saving={save.isPending}
      foundAt={draft.foundAt}
      problem={problem}
      refused={refused}
      changed={changedElsewhere ? { onMine: () => mine.mutate(), onTheirs: () => theirs.mutate() } : null}
      onChange={(next) => {
        if (save.isError && !changedElsewhere) save.reset();
        draft.set(next);
      }}
      onAccept={draft.accept}
      onDiscard={draft.discard}
      onSave={() => save.mutate(value)}
    />
  );
}
