import { createStep } from './createStep.ts';
import { deleteStep } from './deleteStep.ts';
import { updateStep } from './updateStep.ts';

export const steps = [createStep, updateStep, deleteStep];
