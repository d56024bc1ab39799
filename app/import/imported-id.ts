import { z } from 'zod';

/** Ids up to here can be asked for, and more than a site ever needs come after them. */
const largest = 999_999_999_999;

export const importedId = z.int().positive().max(largest);

/** An id where a negative one or 0 means none. */
export const importedIdOrNone = z.int().max(largest);
