import { createRelease } from './createRelease.ts';
import { deleteRelease } from './deleteRelease.ts';
import { listGuideReleases } from './listGuideReleases.ts';
import { listReleases } from './listReleases.ts';
import { updateRelease } from './updateRelease.ts';

export const releaseEndpoints = [
  listReleases,
  createRelease,
  updateRelease,
  deleteRelease,
  listGuideReleases,
];
