import { icu, messages } from '../../../../shared/language.ts';

export const badgeAdminTexts = messages('admin.badges', {
  lead: 'Badges are awarded automatically.',
  types: { bronze: 'Bronze', silver: 'Silver', gold: 'Gold' },
  holders: icu('{n, plural, =0 {nobody yet} one {# person} other {# people}}', 'n'),
  back: 'All badges',
  empty: 'No one has earned it yet',
  times: icu('{n, plural, one {once} other {# times}}', 'n'),
});
