import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { limits } from '../../shared/limits.ts';
import { guideTypes } from '../../shared/model/guide.ts';
import { claimFolder, refuseOther } from '../store/data-folder.ts';
import { configSchema } from '../config.ts';
import { lockDataFolder } from '../store/folder-lock.ts';
import type { StoredMailSettings } from '../mail/settings.ts';
import type { SiteSettings } from '../store/meta.ts';
import { Replica } from '../replica/replica.ts';
import type { ReplicaReader, ReplicaWriter } from '../replica/replica.ts';
import { UsageError } from '../usage-error.ts';
import { print, printJson, readLine } from './run.ts';
import { databaseName } from '../store/database-name.ts';

interface Setting {
  read(s: ReplicaReader): unknown;
  /** @throws ZodError */
  write(s: ReplicaWriter, text: string): void;
}

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);
const langid = z.string().regex(/^[a-z]{2}(-[A-Za-z]{2,4})?$/, 'must be a language id like en or pt-br');

/** An empty text resets a setting to its default. */
const settings: Record<string, Setting> = {
  name: ofSite(
    'name',
    z
      .string()
      .trim()
      .min(1, 'may not be empty')
      .max(limits.user.name.max, `may have at most ${limits.user.name.max} characters`),
  ),
  private: ofSite('private', z.stringbool('must be yes or no')),
  'public-registration': ofSite('publicRegistration', z.stringbool('must be yes or no')),
  'app-ids': ofSite('appids', list),
  langid: ofSite('langid', langid),
  langids: ofSite('langids', list.pipe(z.array(langid))),
  'guide-types': ofSite(
    'guideTypes',
    list.pipe(
      z
        .array(z.enum(guideTypes, `must be some of ${guideTypes.join(', ')}`))
        .min(1, 'must name one at least'),
    ),
  ),
  'offline-days': ofSite(
    'offlineDays',
    z
      .string()
      .transform(Number)
      .pipe(
        z
          .int('must be a number of days')
          .min(1, 'must be 1 at least')
          .max(limits.session.offlineDays.max, `may be at most ${limits.session.offlineDays.max}`),
      ),
  ),
  'smtp-url': ofMail('smtpUrl', configSchema.shape.smtpUrl),
  'mail-from': ofMail('from', configSchema.shape.mailFrom),
};

/** `benchside settings`: shows all settings of a site or one, or changes one. Reading also works while the hub runs. */
export async function siteSettings(
  name: string | undefined,
  value: string | undefined,
  { data, json }: { data: string; json?: boolean },
): Promise<void> {
  const setting = name !== undefined && Object.hasOwn(settings, name) ? settings[name] : undefined;
  if (name !== undefined && !setting)
    throw new UsageError(`There is no setting "${name}". There are ${Object.keys(settings).join(', ')}.`);
  if (!existsSync(join(data, databaseName))) throw new UsageError(`There is no Benchside data in ${data}.`);
  if (name !== undefined && setting && value !== undefined) await set(name, setting, value, data);
  const names = name === undefined ? Object.keys(settings) : [name];
  const values = look(data, names);
  if (json) printJson(name === undefined ? values : { [name]: values[name] });
  else
    for (const key of names) print(name === undefined ? `${key}: ${shown(values[key])}` : shown(values[key]));
}

/** Reads a value of `-` from standard input, to keep secrets out of the process list. */
async function set(name: string, setting: Setting, value: string, data: string): Promise<void> {
  const text = value === '-' ? await readLine() : value;
  const unlock = lockDataFolder(data);
  try {
    withSite(data, 'serve', (store) => store.transact(null, (s) => setting.write(s, text)));
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new UsageError(`The setting ${name} ${error.issues.map((issue) => issue.message).join('; ')}.`);
  } finally {
    unlock();
  }
}

const look = (data: string, names: readonly string[]): Record<string, unknown> =>
  withSite(data, 'look', (store) =>
    store.read(null, (s) => Object.fromEntries(names.map((name) => [name, settings[name]?.read(s)]))),
  );

function withSite<T>(dataDir: string, purpose: 'serve' | 'look', use: (store: Replica) => T): T {
  const store = new Replica({ dataDir, purpose });
  try {
    if (purpose === 'look') refuseOther(store, 'hub');
    else claimFolder(store, 'hub');
    return use(store);
  } finally {
    store.close();
  }
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function ofSite<K extends keyof SiteSettings>(key: K, schema: z.ZodType<SiteSettings[K], string>): Setting {
  return {
    read: (s) => s.meta.site[key],
    write: (s, text) => {
      const { [key]: _, ...rest } = s.meta.get<Partial<SiteSettings>>('site') ?? {};
      s.meta.set('site', text === '' ? rest : { ...rest, [key]: schema.parse(text) });
      s.feed.record('site', 0);
    },
  };
}

function ofMail(
  key: keyof StoredMailSettings,
  schema: z.ZodType<string | undefined, string | undefined>,
): Setting {
  const stored = (s: ReplicaReader): StoredMailSettings => s.meta.get<StoredMailSettings>('mail') ?? {};
  return {
    read: (s) => stored(s)[key]?.replace(/(?<=\/\/[^:@/]*:)[^@/]*(?=@)/, '•••'),
    write: (s, text) =>
      s.meta.set('mail', { ...stored(s), [key]: text === '' ? undefined : schema.parse(text) }),
  };
}
