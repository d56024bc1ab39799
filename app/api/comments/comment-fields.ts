import { z } from 'zod';
import { limits } from '../../../shared/limits.ts';

/** The contract has no limit; this one keeps a mistake from filling a page. */
export const text = z
  .string()
  .max(limits.comment.text.max)
  .refine((value) => value.trim() !== '', 'must not be empty');
