import { z } from 'zod';

/** The contract has no limit; this one only keeps a mistake from filling a page. */
export const text = z
  .string()
  .max(50_000)
  .refine((value) => value.trim() !== '', 'must not be empty');
