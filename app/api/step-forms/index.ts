import { getFormOfField } from './getFormOfField.ts';
import { getFormOfStep } from './getFormOfStep.ts';
import { getFormRevision } from './getFormRevision.ts';
import { listFormsOfGuide } from './listFormsOfGuide.ts';
import { saveStepForm } from './saveStepForm.ts';

export const stepFormEndpoints = [
  getFormOfStep,
  getFormRevision,
  getFormOfField,
  listFormsOfGuide,
  saveStepForm,
];
