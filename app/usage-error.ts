import { AppError } from '../shared/errors.ts';

/** What was typed on the command line cannot be meant: exit code 64. */
export class UsageError extends AppError {
  constructor(message: string, cause?: unknown) {
    super('invalid', message, {}, cause);
  }
}
