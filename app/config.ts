import { z } from 'zod';

/** Everything a core needs to know; made by the entries (`cli.ts`, `main/core.ts`, tests). */
export const configSchema = z.object({
  profile: z.enum(['hub', 'desk']),
  dataDir: z.string().min(1),
  /** Address of the site's API, as in `http://host/api/2.0`; desks only. */
  site: z.url({ protocol: /^https?$/ }).optional(),
  /** Address others reach this server by; the request's own when absent. */
  publicUrl: z
    .url({ protocol: /^https?$/ })
    .refine((url) => /^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(url), 'must be an address without query')
    .optional(),
  /** Whether others reach this hub without encryption, and nobody said that this is meant so. */
  isExposed: z.boolean().default(false),
  /** Server that takes the hub's mails; `smtp://` or `smtps://`, with user and password. */
  smtpUrl: z
    .url({ protocol: /^smtps?$/, error: 'must be an address like smtps://user:password@mail.example.org' })
    .optional(),
  /** Address the hub's mails come from. */
  mailFrom: z.email('must be an e-mail address').optional(),
  /** A LibreTranslate-compatible service, for reading guides in languages nobody wrote them in. */
  translateUrl: z.url({ protocol: /^https?$/ }).optional(),
  translateKey: z.string().min(1).optional(),
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

/**
 * Where a test wants the process to end, a line each: `after-commit 12` is the twelfth time it comes there,
 * `after-commit 1 ^done POST` the first time with what this expression matches.
 */
export function failpointsFromEnvironment(): { name: string; nth: number; about: string }[] {
  const lines = (process.env['BENCHSIDE_FAILPOINTS'] ?? '').split('\n');
  return lines.flatMap((line) => {
    const [, name, nth, about = ''] = /^([a-z-]+) (\d+)(?: (.+))?$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, nth: Number(nth), about }];
  });
}

/** For tests: the file that stands for an installed program, which an update replaces. */
export function programFromEnvironment(): string | undefined {
  return process.env['BENCHSIDE_PROGRAM'] || undefined;
}

/** For tests: while this file is there, the sync worker fails at whatever it does. */
export function workerCrashFromEnvironment(): string | undefined {
  return process.env['BENCHSIDE_WORKER_CRASH'] || undefined;
}
