/** An index to find pages by a display title that differs from the page's own title. */
export const displayTitleColumn = `
CREATE INDEX wiki_display ON wiki (namespace, display_title) WHERE display_title <> title;
`;
