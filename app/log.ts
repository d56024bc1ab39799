import { pino } from 'pino';

import { withoutSecrets } from './secrets.ts';

export type Logger = ReturnType<typeof createLog>;

/** Structured log, one JSON object a line, to standard error: standard output belongs to commands' answers. */
export function createLog(name: string, level: string) {
  return logTo(2, name, level);
}

/** The same to a file, or a descriptor. No line of it has passwords or tokens. */
export function logTo(dest: string | number, name: string, level: string) {
  const written = pino.destination({ dest, sync: true });
  return pino({ name, level, base: { name } }, { write: (line) => written.write(withoutSecrets(line)) });
}
