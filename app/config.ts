import { z } from 'zod';

/** Everything a core needs to know; made by the entries (`cli.ts`, `main/core.ts`, tests). */
export const configSchema = z.object({
  profile: z.enum(['hub', 'desk']),
  dataDir: z.string().min(1),
  /** Address of the site's API, as in `http://host/api/2.0`; desks only. */
  site: z.url({ protocol: /^https?$/ }).optional(),
  /** Address others reach this server by; the request's own when absent. */
  publicUrl: z.url({ protocol: /^https?$/ }).optional(),
  logLevel: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
  /** Checks every answer against its schema; on in tests. */
  checkAnswers: z.boolean().default(false),
});

export type Config = z.output<typeof configSchema>;
export type ConfigInput = z.input<typeof configSchema>;

/** This file is the only reader of the environment. */
export function logLevelFromEnvironment(): Config['logLevel'] {
  return configSchema.shape.logLevel.catch('warn').parse(process.env['BENCHSIDE_LOG'] ?? 'warn');
}

/** Who `npm start` signs in at its trial desk: an e-mail address and a password, with a colon between. */
export function trialFromEnvironment(): { email: string; password: string } | undefined {
  const [, email, password] = /^([^:]+):(.+)$/.exec(process.env['BENCHSIDE_TRIAL'] ?? '') ?? [];
  return email && password ? { email, password } : undefined;
}
