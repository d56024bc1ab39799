import { messages, spokenLanguage } from '../shared/language.ts';
import { flagWords } from '../shared/model/flag.ts';
import type { Flag } from '../shared/model/guide.ts';

export const flagTexts = messages('flags', flagWords);

/** Returns a flag with texts in the person's language. In English, and for unknown flags, the site's texts stay. */
export const flagInWords = <F extends Flag>(flag: F): F =>
  spokenLanguage() === 'en' ? flag : { ...flag, ...flagTexts[flag.flagid] };
