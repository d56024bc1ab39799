import { queryOptions } from '@tanstack/react-query';

import type { StepForm } from '../../../shared/model/step-form.ts';
import { api } from '../client.ts';
import { errorStatus } from '../errors.ts';

export const formsQuery = (guideid: number | undefined) =>
  queryOptions({
    queryKey: ['forms', guideid ?? null],
    queryFn: ({ signal }) =>
      api('GET /step_forms/guideid/{guideid}', { params: { guideid: guideid ?? 0 }, signal }),
    enabled: guideid !== undefined,
  });

export const formOfFieldQuery = (field_revisionid: number) =>
  queryOptions({
    queryKey: ['forms', 'field', field_revisionid],
    queryFn: ({ signal }) =>
      api('GET /step_forms/field_revisionid/{field_revisionid}', { params: { field_revisionid }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export async function formOf(stepid: number): Promise<StepForm | null> {
  try {
    return await api('GET /step_forms/stepid/{stepid}', { params: { stepid } });
  } catch (error) {
    if (errorStatus(error) === 404) return null;
    throw error;
  }
}

/** The form of a step; null for a step without one. */
export const formQuery = (stepid: number) =>
  queryOptions({ queryKey: ['form', stepid], queryFn: () => formOf(stepid) });
