import { z } from 'zod';

import type { Capacity } from '../../endpoint.ts';
import { idParam } from '../../fields.ts';

export const guideParams = z.object({ guideid: idParam });

export const guideUserParams = z.object({ guideid: idParam, userid: idParam });

export const guideTeamParams = z.object({ guideid: idParam, teamid: idParam });

/** The capacities that may change the collaborators of a guide; collaborators themselves may not. */
export const mayChange: readonly Capacity[] = ['author', 'owner', 'admin'];
