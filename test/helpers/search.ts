import type { Replica } from '../../app/replica/replica.ts';
import type { Actor } from '../../app/store/actor.ts';
import type { SearchHit } from '../../shared/model/benchside.ts';
import { hitTexts } from '../../app/store/search/page.ts';
import type { SearchOptions } from '../../app/store/search/reader.ts';

export const admin: Actor = { userid: 1, username: 'admin', role: 'admin', teams: [] };
export const author: Actor = { userid: 2, username: 'author', role: 'author', teams: [] };

export interface Page {
  title: string;
  category?: string;
  type?: string;
  introduction?: string;
  summary?: string;
  lines?: string[];
  tools?: string[];
  public?: boolean;
}

/** Stores guides as the admin, in one transaction. Returns their guideids. */
export const addGuides = (store: Replica, pages: Page[]): number[] =>
  store.transact(admin, (s) =>
    pages.map(({ lines = [], tools = [], category = 'Thing', type = 'repair', ...fields }) => {
      const guideid = s.guides.create({
        public: true,
        ...fields,
        category,
        type,
        tools: tools.map((name) => ({ name })),
      });
      if (lines.length > 0) {
        s.guides.addStep(guideid, undefined, 1, {
          lines: lines.map((text) => ({ text, bullet: 'black', level: 0 })),
        });
      }
      return guideid;
    }),
  );

export interface Hits {
  titles: string[];
  snippets: string[];
  total: number;
  corrected: string | null;
  categories: [string, number][];
  types: [string, number][];
}

/** Searches as a person. Returns the hits as titles with marks. */
export const hitsOf = (
  store: Replica,
  text: string,
  options: Partial<SearchOptions> = {},
  viewer: Actor | null = null,
): Hits =>
  store.read(viewer, (s) => {
    const found = s.search.find({ limit: 20, offset: 0, ...options, text });
    const hits = hitTexts(s, found).map((hit) => JSON.parse(hit) as SearchHit);
    const { total, corrected } = found;
    return {
      titles: hits.map((hit) => hit.title),
      snippets: hits.map((hit) => hit.snippet),
      total,
      corrected,
      ...s.search.facetsOf(found, options),
    };
  });

/** Like `search`, without marks. */
export const titlesOf = (...asked: Parameters<typeof hitsOf>): string[] =>
  hitsOf(...asked).titles.map((title) => title.replaceAll(/[\uE000\uE001]/g, ''));
