import { z } from 'zod';

/** The id of a language, such as `en` or `pt-br`. */
export const langid = z
  .string()
  .regex(/^[a-z]{2}(-[A-Za-z]{2,4})?$/, 'must be a language id like en or pt-br');
