import type { SiteState } from '../../../../shared/model/site.ts';
import type { Context } from '../../../context.ts';
import { withoutPassword } from '../../../store/site-settings.ts';

export async function siteStateOf({ store, mail, config, address }: Context): Promise<SiteState> {
  const { smtpUrl, from } = mail.settings();
  return {
    ...store.read(null, (s) => s.meta.site),
    smtpUrl: withoutPassword(smtpUrl) ?? null,
    mailFrom: from,
    mailFromCommandLine: config.smtpUrl !== undefined,
    mails: await mail.count(),
    address: address(),
    exposed: config.isExposed,
  };
}
