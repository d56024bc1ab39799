import { collaborators } from './collaborators/index.ts';
import { createGuide } from './createGuide.ts';
import { deleteGuide } from './deleteGuide.ts';
import { getGuide } from './getGuide.ts';
import { listFeaturedGuides } from './listFeaturedGuides.ts';
import { listGuides } from './listGuides.ts';
import { publishGuide } from './publishGuide.ts';
import { releases } from './releases/index.ts';
import { reorderSteps } from './reorderSteps.ts';
import { restoreGuide } from './restoreGuide.ts';
import { steps } from './steps/index.ts';
import { unpublishGuide } from './unpublishGuide.ts';
import { updateGuide } from './updateGuide.ts';

export const guides = [
  listGuides,
  createGuide,
  listFeaturedGuides,
  getGuide,
  updateGuide,
  deleteGuide,
  restoreGuide,
  publishGuide,
  unpublishGuide,
  reorderSteps,
  ...steps,
  ...releases,
  ...collaborators,
];
