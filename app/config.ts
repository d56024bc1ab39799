import { readFileSync } from 'node:fs';

import { z } from 'zod';

import { siteFields } from '../shared/model/site.ts';

/** The configuration of a core, made by the entry points (`cli.ts`, `main/core.ts`, tests). */
export const configSchema = z.object({
  profile: z.enum(['hub', 'desk']),
  dataDir: z.string().min(1),
  /** Address of the site's API, as in `http://host/api/2.0`; desks only. */
  site: z.url({ protocol: /^https?$/ }).optional(),
  /** Address at which others reach this server; the request's own if absent. */
  publicUrl: z
    .url({ protocol: /^https?$/ })
    .refine((url) => /^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(url), 'must be an address without query')
    .optional(),
  /** True if other machines reach this hub without TLS and `--insecure` was not given. */
  isExposed: z.boolean().default(false),
  /** Mail server of a hub; `smtp://` or `smtps://`, with user and password. */
  smtpUrl: siteFields.shape.smtpUrl.optional(),
  /** Address the hub's mails come from. */
  mailFrom: siteFields.shape.mailFrom.optional(),
  /** A LibreTranslate-compatible service, for guides in languages they were not written in. */
  translateUrl: z.url({ protocol: /^https?$/ }).optional(),
  translateKey: z.string().min(1).optional(),
  /** Server and key of an object storage, for a hub whose pictures are in one. */
  objectStore: z
    .object({
      endpoint: z.url({ protocol: /^https?$/ }),
      region: z.string().min(1),
      accessKeyId: z.string().min(1),
      secretAccessKey: z.string().min(1),
    })
    .optional(),
  /** Readers are sent to the object storage for the files there, which they have to reach. */
  redirectMedia: z.boolean().default(false),
  logLevel: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('warn'),
  /** Checks every answer against its schema; on in tests. */
  checkAnswers: z.boolean().default(false),
});

export type Config = z.output<typeof configSchema>;
export type ConfigInput = z.input<typeof configSchema>;

/** Returns the log level. Only this file reads the environment, and the options of `hub` in `cli.ts`. */
export function logLevelFromEnvironment(): Config['logLevel'] {
  return configSchema.shape.logLevel.catch('warn').parse(process.env['BENCHSIDE_LOG'] ?? 'warn');
}

/**
 * Returns the server and key of an object storage: the key from `BENCHSIDE_S3_KEY_FILE` (its id in the first line, the secret in
 * the second) or from the usual variables of its clients. Never from the command line, which every process can read.
 */
export function objectStoreFromEnvironment(): ConfigInput['objectStore'] {
  const { env } = process;
  const file = env['BENCHSIDE_S3_KEY_FILE'];
  const [accessKeyId, secretAccessKey] =
    file === undefined
      ? [env['AWS_ACCESS_KEY_ID'], env['AWS_SECRET_ACCESS_KEY']]
      : readFileSync(file, 'utf8').split(/\r?\n/);
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  const region = env['BENCHSIDE_S3_REGION'] ?? env['AWS_REGION'] ?? 'us-east-1';
  const endpoint = env['BENCHSIDE_S3_ENDPOINT'] ?? `https://s3.${region}.amazonaws.com`;
  return { endpoint, region, accessKeyId: accessKeyId.trim(), secretAccessKey: secretAccessKey.trim() };
}

/** Returns the person whom `npm start` signs in at its trial desk, from `email:password`. */
export function trialFromEnvironment(): { email: string; password: string } | undefined {
  const [, email, password] = /^([^:]+):(.+)$/.exec(process.env['BENCHSIDE_TRIAL'] ?? '') ?? [];
  return email && password ? { email, password } : undefined;
}

/**
 * Returns the points where a test wants the process to end, one a line: `after-commit 12` is the twelfth time, and `after-commit
 * 1 ^done POST` the first time with a text that matches the expression.
 */
export function failpointsFromEnvironment(): { name: string; nth: number; about: string }[] {
  const lines = (process.env['BENCHSIDE_FAILPOINTS'] ?? '').split('\n');
  return lines.flatMap((line) => {
    const [, name, nth, about = ''] = /^([a-z-]+) (\d+)(?: (.+))?$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, nth: Number(nth), about }];
  });
}

/** For tests. Returns the path of a file that stands for the installed program, which an update replaces. */
export function programFromEnvironment(): string | undefined {
  return process.env['BENCHSIDE_PROGRAM'] || undefined;
}

/** For tests. Returns a path: while the file exists, the sync worker throws. */
export function workerCrashFromEnvironment(): string | undefined {
  return process.env['BENCHSIDE_WORKER_CRASH'] || undefined;
}
