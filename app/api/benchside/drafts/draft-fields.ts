import { z } from 'zod';

/** The editor's own name for what is edited, such as `guide-12`. */
export const draftParams = z.object({ key: z.string().min(1).max(300) });
