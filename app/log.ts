import { pino } from 'pino';

export type Logger = ReturnType<typeof createLog>;

/** Structured log, one JSON object a line, to standard error: standard output belongs to commands' answers. */
export function createLog(name: string, level: string) {
  return pino({ name, level, base: { name } }, pino.destination({ dest: 2, sync: true }));
}
