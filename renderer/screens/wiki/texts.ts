import { icu, messages } from '../../../shared/language.ts';
export const wikiTexts = messages('wiki', {
  kinds: {
    ITEM: 'Part or tool',
    INFO: 'Information',
    WIKI: 'Page',
    USER: 'Person',
    TEAM: 'Team',
  } as Record<string, string>,
  changed: icu('Changed {ago}', 'ago'),
  empty: 'This page has no text yet.',
  related: 'Related pages',
  mentions: 'Guides that mention it',
  moreMentions: icu('All {n, plural, other {#}} search results', 'n'),
  contents: 'On this page',
  edit: 'Edit',
  history: 'Version history',
});
