import { AppError } from '../shared/errors.ts';

/** A mistake on the command line; exit code 64. */
export class UsageError extends AppError {
  constructor(message: string, cause?: unknown) {
    super('invalid', message, {}, cause);
  }
}
