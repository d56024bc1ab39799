import { z } from 'zod';

import type { SiteFields } from '../../shared/model/site.ts';
import { claimFolder, refuseOtherProfile } from '../store/data-folder.ts';
import { lockDataFolder } from '../store/folder-lock.ts';
import { readSetting, writeSettings } from '../store/site-settings.ts';
import { Replica } from '../replica/replica.ts';
import { UsageError } from '../usage-error.ts';
import { withSharedLog } from './open-hub.ts';
import { print, printJson, readInputLine, requireData } from './run.ts';

interface Setting {
  key: keyof SiteFields;
  /** Parses a text. Returns an invalid text unchanged, so that the schema refuses it. */
  from(text: string): unknown;
}

const text = (given: string): string => given;
const flag = (given: string): unknown => z.stringbool('must be yes or no').parse(given);
const list = (given: string): string[] =>
  given
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** The names on the command line. An empty text resets a setting to its default. */
const settings: Record<string, Setting> = {
  name: { key: 'name', from: text },
  private: { key: 'private', from: flag },
  'public-registration': { key: 'publicRegistration', from: flag },
  'app-ids': { key: 'appids', from: list },
  langid: { key: 'langid', from: text },
  langids: { key: 'langids', from: list },
  'guide-types': { key: 'guideTypes', from: list },
  'offline-days': { key: 'offlineDays', from: Number },
  'smtp-url': { key: 'smtpUrl', from: text },
  'mail-from': { key: 'mailFrom', from: text },
};

/** `benchside settings`: shows all settings of a site or one, or changes one. Reading also works while the hub runs. */
export async function siteSettings(
  name: string | undefined,
  value: string | undefined,
  { data, database, json }: { data: string; database?: string; json?: boolean },
): Promise<void> {
  const setting = name !== undefined && Object.hasOwn(settings, name) ? settings[name] : undefined;
  if (name !== undefined && !setting)
    throw new UsageError(`There is no setting "${name}". There are ${Object.keys(settings).join(', ')}.`);
  if (database === undefined) requireData(data);
  if (name !== undefined && setting && value !== undefined)
    await set(name, setting, value, { data, database });
  const names = name === undefined ? Object.keys(settings) : [name];
  const values = await look(names, { data, database });
  if (json) printJson(name === undefined ? values : { [name]: values[name] });
  else
    for (const key of names) print(name === undefined ? `${key}: ${shown(values[key])}` : shown(values[key]));
}

/** Reads a value of `-` from standard input, to keep secrets out of the process list. */
async function set(name: string, setting: Setting, value: string, site: Site): Promise<void> {
  const given = value === '-' ? await readInputLine() : value;
  try {
    await withSite(site, (store) =>
      store.transact(null, (s) =>
        writeSettings(s, { [setting.key]: given === '' ? null : setting.from(given) }),
      ),
    );
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new UsageError(`The setting ${name} ${error.issues.map((issue) => issue.message).join('; ')}.`);
  }
}

async function look(names: readonly string[], site: Site): Promise<Record<string, unknown>> {
  const read = (store: Replica): Record<string, unknown> =>
    store.read(null, (s) =>
      Object.fromEntries(names.map((name) => [name, settings[name] && readSetting(s, settings[name].key)])),
    );
  // A copy of a shared site has to catch up with it first.
  if (site.database !== undefined) return await withSite(site, read);
  const store = new Replica({ dataDir: site.data, purpose: 'look' });
  try {
    refuseOtherProfile(store, 'hub');
    return read(store);
  } finally {
    store.close();
  }
}

interface Site {
  data: string;
  database: string | undefined;
}

/** Opens the site's store, for writing and up to date. */
async function withSite<T>({ data, database }: Site, use: (store: Replica) => T): Promise<T> {
  const unlock = lockDataFolder(data);
  try {
    return await withSharedLog({ database, dataDir: data }, (commitLog) => {
      const store = new Replica({ dataDir: data, ...(commitLog ? { commitLog } : {}) });
      try {
        claimFolder(store, 'hub');
        return use(store);
      } finally {
        store.close();
      }
    });
  } finally {
    unlock();
  }
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
