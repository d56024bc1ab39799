import { z } from 'zod';

/** Maximum of imported ids: the API can address it, and enough ids remain above it. */
const largest = 999_999_999_999;

export const importedId = z.int().positive().max(largest);

/** An id; 0 or a negative number means none. */
export const importedIdOrNone = z.int().max(largest);
