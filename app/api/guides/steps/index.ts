import { createStep } from './createStep.ts';
import { deleteStep } from './deleteStep.ts';
import { updateStep } from './updateStep.ts';

export const stepEndpoints = [createStep, updateStep, deleteStep];
