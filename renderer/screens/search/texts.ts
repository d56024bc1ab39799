import { icu, messages } from '../../../shared/language.ts';
export const searchTexts = messages('search', {
  title: icu('“{q}”', 'q'),
  heading: 'Search',
  results: icu('{total, plural, one {# result} other {# results}}', 'total'),
  moreResults: icu('{total, plural, other {More than # results}}', 'total'),
  corrected: icu('Showing results for “{words}”', 'words'),
  correctedFor: icu('Nothing is spelled “{q}” here.', 'q'),
  filters: 'Narrow the results',
  allCategories: 'All categories',
  category: 'Category',
  type: 'Type',
  startTitle: 'Type a few letters',
  start:
    'A device, a part, a tool or what is wrong: “drill switch”, “noisy bearing”. Spelling may be a little off.',
  keys: 'Down and up move through the results, Enter opens one.',
  noneTitle: icu('Nothing found for “{q}”', 'q'),
  noneHelp: {
    words: 'Try fewer or shorter words: “pump” finds “pumps” and “pump seal”.',
    device: 'Try the name of the device instead of the fault.',
  },
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
});
