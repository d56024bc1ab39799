import { bestLanguage } from '../../shared/language.ts';
import { resetTexts } from '../../shared/reset-texts.ts';
import { spokenIn } from '../catalogues.ts';
import type { SiteSettings } from '../store/meta.ts';
import type { Mail } from './message.ts';

/** Returns the mail with a link for a new password, in the language of the site. */
export async function resetMail(
  { name, langid }: Pick<SiteSettings, 'name' | 'langid'>,
  link: string,
): Promise<Omit<Mail, 'to'>> {
  const { mail } = resetTexts(await spokenIn(bestLanguage([langid])));
  return {
    subject: mail.subject(name),
    // Without the username, which a stranger may have chosen when registering the address.
    text: [mail.hello, mail.how(name), link, mail.until, ''].join('\n\n'),
  };
}
