import { isAdmin } from '../actor.ts';
import type { Viewer } from '../actor.ts';

/** Returns whether the viewer may change a team and see its join code: its owner and admins. Everybody sees teams and their members. */
export const mayManageTeam = (viewer: Viewer, { owner }: { owner: number | null }): boolean =>
  viewer !== null && (isAdmin(viewer) || viewer.userid === owner);
