export const wikiTexts = {
  kinds: {
    ITEM: 'Part or tool',
    INFO: 'Information',
    WIKI: 'Page',
    USER: 'Person',
    TEAM: 'Team',
  } as Record<string, string>,
  changed: (ago: string) => `Changed ${ago}`,
  empty: 'This page has no text yet.',
  related: 'Related pages',
  contents: 'On this page',
  edit: 'Edit',
  history: 'Version history',
};
