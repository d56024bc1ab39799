import { guideTypes } from '../../../../shared/model/guide.ts';
import type { SiteFields, SiteState } from '../../../../shared/model/site.ts';
import { limits } from '../../../../shared/limits.ts';
import { siteTexts as words } from './texts.ts';

/** The settings as fields show them. Lists are texts with commas. */
export interface SiteValue {
  name: string;
  private: boolean;
  publicRegistration: boolean;
  appids: string;
  langid: string;
  langids: string;
  guideTypes: readonly string[];
  offlineDays: string;
  /** Empty unless the person changes it, because the hub does not reveal the password. */
  smtpUrl: string;
  mailFrom: string;
}

export const siteValue = (state: SiteState): SiteValue => ({
  name: state.name,
  private: state.private,
  publicRegistration: state.publicRegistration,
  appids: state.appids.join(', '),
  langid: state.langid,
  langids: state.langids.filter((one) => one !== state.langid).join(', '),
  guideTypes: state.guideTypes,
  offlineDays: String(state.offlineDays),
  smtpUrl: '',
  mailFrom: state.mailFrom,
});

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Returns the settings that differ from what the hub has. */
export function changeOf(value: SiteValue, state: SiteState): Partial<SiteFields> {
  const before = siteValue(state);
  const differs = (key: keyof SiteValue): boolean => String(value[key]) !== String(before[key]);
  return {
    ...(differs('name') && { name: value.name }),
    ...(differs('private') && { private: value.private }),
    ...(differs('publicRegistration') && { publicRegistration: value.publicRegistration }),
    ...(differs('appids') && { appids: listOf(value.appids) }),
    ...(differs('langid') && { langid: value.langid }),
    ...((differs('langids') || differs('langid')) && { langids: [value.langid, ...listOf(value.langids)] }),
    ...(differs('guideTypes') && { guideTypes: guideTypes.filter((one) => value.guideTypes.includes(one)) }),
    ...(differs('offlineDays') && { offlineDays: Number(value.offlineDays) }),
    ...(differs('smtpUrl') && { smtpUrl: value.smtpUrl.trim() }),
    ...(differs('mailFrom') && { mailFrom: value.mailFrom.trim() }),
  };
}

/** Returns the problems of the fields that are found without asking the hub. */
export function problemsOf({
  name,
  guideTypes,
  offlineDays,
}: SiteValue): Partial<Record<keyof SiteValue, string>> {
  const days = Number(offlineDays);
  const most = limits.session.offlineDays.max;
  return {
    ...(name.trim() === '' && { name: words.missing }),
    ...(guideTypes.length === 0 && { guideTypes: words.missing }),
    ...(!(Number.isInteger(days) && days >= 1 && days <= most) && { offlineDays: words.days(most) }),
  };
}
