import { z } from 'zod';
import { limits } from '../../../../shared/limits.ts';

/** The editor's key of the edited document, such as `guide-12`. */
export const draftParams = z.object({ key: z.string().min(1).max(limits.draft.key.max) });
