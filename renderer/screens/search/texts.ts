export const searchTexts = {
  title: (q: string) => `“${q}”`,
  heading: 'Search',
  results: (total: number, capped: boolean) => {
    const number = total.toLocaleString('en');
    if (capped) return `More than ${number} results`;
    return total === 1 ? '1 result' : `${number} results`;
  },
  corrected: (words: string) => `Showing results for “${words}”`,
  correctedFor: (q: string) => `Nothing is spelled “${q}” here.`,
  filters: 'Narrow the results',
  allCategories: 'All categories',
  category: 'Category',
  type: 'Type',
  startTitle: 'Type a few letters',
  start:
    'A device, a part, a tool or what is wrong: “drill switch”, “noisy bearing”. Spelling may be a little off.',
  keys: 'Down and up move through the results, Enter opens one.',
  noneTitle: (q: string) => `Nothing found for “${q}”`,
  noneHelp: [
    'Try fewer or shorter words: “pump” finds “pumps” and “pump seal”.',
    'Try the name of the device instead of the fault.',
  ],
  noneFiltered: 'A filter is on. Without it there may be more.',
  clearFilters: 'Search everywhere',
  browse: 'Browse the categories',
  page: 'Page',
  kinds: {
    CATEGORY: 'Category',
    ITEM: 'Part or tool',
    INFO: 'Information',
    USER: 'Person',
    WIKI: 'Page',
  } as Record<string, string>,
};
