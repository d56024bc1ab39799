import { pino } from 'pino';

import { currentRequest } from './request-context.ts';
import { withoutSecrets } from './secrets.ts';

export type Logger = ReturnType<typeof createLog>;

/** Creates a log with one JSON object a line, to standard error: standard output is for answers of commands. */
export function createLog(name: string, level: string) {
  return logTo(2, name, level);
}

/** Creates a log to a file or descriptor. No line has passwords or tokens; lines of a request have its id. */
export function logTo(dest: string | number, name: string, level: string) {
  const written = pino.destination({ dest, sync: true });
  return pino(
    { name, level, base: { name }, mixin: requestOf },
    { write: (line) => written.write(withoutSecrets(line)) },
  );
}

function requestOf(): { request?: string } {
  const request = currentRequest()?.id;
  return request === undefined ? {} : { request };
}
