import { siteFields } from '../../shared/model/site.ts';
import type { SiteFields } from '../../shared/model/site.ts';
import type { SiteSettings } from './meta.ts';
import type { ReadAccess, WriteAccess } from './access.ts';

/** Settings stored under `mail`; the command line takes precedence. */
export interface StoredMailSettings {
  smtpUrl?: string | undefined;
  from?: string | undefined;
}

/** Keys of the mail server's settings; all other settings are the site's. */
const ofMail = { smtpUrl: 'smtpUrl', mailFrom: 'from' } as const;

const isOfMail = (key: keyof SiteFields): key is keyof typeof ofMail => Object.hasOwn(ofMail, key);

const storedMail = (s: ReadAccess): StoredMailSettings => s.meta.get<StoredMailSettings>('mail') ?? {};

/** Returns a setting's value; the mail server without its password. */
export function readSetting(
  s: ReadAccess,
  key: keyof SiteFields,
): SiteSettings[keyof SiteSettings] | undefined {
  if (!isOfMail(key)) return s.meta.site[key];
  return withoutPassword(storedMail(s)[ofMail[key]]);
}

export const withoutPassword = (address: string | undefined): string | undefined =>
  address?.replace(/(?<=\/\/[^:@/]*:)[^@/]*(?=@)/, '•••');

/**
 * Changes settings; null resets one to its default. Desks get changed settings with their next sync.
 *
 * @throws ZodError
 */
export function writeSettings(s: WriteAccess, change: { [K in keyof SiteFields]?: unknown }): void {
  const { smtpUrl, mailFrom, ...ofSite } = change;
  const mail = { smtpUrl, mailFrom };
  for (const [key, name] of Object.entries(ofMail) as [keyof typeof ofMail, 'smtpUrl' | 'from'][]) {
    if (mail[key] === undefined) continue;
    const value = mail[key] === null ? undefined : siteFields.shape[key].parse(mail[key]);
    s.meta.set('mail', { ...storedMail(s), [name]: value });
  }
  const given = Object.entries(ofSite).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  const stored = { ...s.meta.get<Record<string, unknown>>('site') };
  for (const [key] of given) delete stored[key];
  const set = siteFields.partial().parse(Object.fromEntries(given.filter(([, value]) => value !== null)));
  s.meta.set('site', { ...stored, ...set });
  s.feed.record('site', 0);
}
