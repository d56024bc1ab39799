import type { Config } from '../config.ts';
import type { StoredMailSettings } from '../store/site-settings.ts';
import type { Replica } from '../replica/replica.ts';
import type { MailSettings } from './outbox.ts';

export function mailSettings(config: Config, store: Replica): MailSettings {
  const stored = store.read(null, (s) => s.meta.get<StoredMailSettings>('mail')) ?? {};
  const host = config.publicUrl === undefined ? 'localhost' : new URL(config.publicUrl).hostname;
  return {
    smtpUrl: config.smtpUrl ?? stored.smtpUrl,
    from: config.mailFrom ?? stored.from ?? `benchside@${host}`,
  };
}
