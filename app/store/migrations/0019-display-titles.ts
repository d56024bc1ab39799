/** Pages that are shown under another title than their own are found by it. */
export const displayTitles = `
CREATE INDEX wiki_display ON wiki (namespace, display_title) WHERE display_title <> title;
`;
