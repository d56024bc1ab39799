import { collaboratorEndpoints } from './collaborators/index.ts';
import { createGuide } from './createGuide.ts';
import { deleteGuide } from './deleteGuide.ts';
import { getGuide } from './getGuide.ts';
import { listFeaturedGuides } from './listFeaturedGuides.ts';
import { listGuides } from './listGuides.ts';
import { publishGuide } from './publishGuide.ts';
import { releaseEndpoints } from './releases/index.ts';
import { reorderSteps } from './reorderSteps.ts';
import { restoreGuide } from './restoreGuide.ts';
import { stepEndpoints } from './steps/index.ts';
import { unpublishGuide } from './unpublishGuide.ts';
import { updateGuide } from './updateGuide.ts';

export const guideEndpoints = [
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
  ...stepEndpoints,
  ...releaseEndpoints,
  ...collaboratorEndpoints,
];
