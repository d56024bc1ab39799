import { icu, messages } from '../../../shared/language.ts';

export const changeTexts = messages('changes', {
  badge: icu('{n, plural, one {# conflict to resolve} other {# conflicts to resolve}}', 'n'),
  card: {
    title: icu('{n, plural, one {One conflict to resolve} other {# conflicts to resolve}}', 'n'),
    words: 'Someone changed the same on the hub, or the hub did not accept an edit. Both versions are kept.',
    open: 'Resolve now',
  },
  decide: icu(
    '{n, plural, one {# edit of yours needs your decision} other {# edits of yours need your decision}}',
    'n',
  ),
  fix: {
    decide: 'Decide',
    putBack: 'Recreate it on the hub',
    retry: 'Try again',
    giveUp: 'Discard',
    meaning:
      'It will not be sent, and neither will later edits of what it made. What you see here becomes the hub’s version again; what was written stays readable in this list.',
    really: 'Yes, discard it',
    keep: 'Keep it',
    failed: 'That did not work:',
  },
  values: {
    empty: 'nothing',
    yes: 'yes',
    no: 'no',
    everybody: 'everyone',
    few: 'only those who may edit it',
    optional: 'optional',
    times: icu('{n, number} ×', 'n'),
    pictures: icu('{n, plural, one {# picture} other {# pictures}}', 'n'),
  },
});
