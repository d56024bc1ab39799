import type { GuideSummary } from '../../../shared/model/guide.ts';
import type { Image } from '../../../shared/model/image.ts';
import type { WikiSummary } from '../../../shared/model/wiki.ts';
import { api } from '../../api.ts';
import { typeName } from '../../vocabulary.ts';

export interface Suggestion {
  key: string;
  title: string;
  note: string;
  image: Image | null;
}

const suggest = async <Found>(doctypes: string, text: string, signal: AbortSignal): Promise<Found[]> => {
  const path = `/suggest/${encodeURIComponent(text)}?doctypes=${doctypes}&limit=8`;
  return (await api<{ results: Found[] }>('GET', path, { signal })).results;
};

const ofWikis =
  (doctypes: string) =>
  async (text: string, signal: AbortSignal): Promise<Suggestion[]> =>
    (await suggest<WikiSummary>(doctypes, text, signal)).map((wiki) => ({
      key: String(wiki.wikiid),
      title: wiki.title,
      note: wiki.display_title === wiki.title ? '' : wiki.display_title,
      image: wiki.image,
    }));

export const findItems = ofWikis('item');
export const findCategories = ofWikis('category');

export interface GuideSuggestion extends Suggestion {
  guide: GuideSummary;
}

export const findGuides = async (text: string, signal: AbortSignal): Promise<GuideSuggestion[]> =>
  (await suggest<GuideSummary>('guide', text, signal)).map((guide) => ({
    key: String(guide.guideid),
    title: guide.title,
    note: `${typeName(guide.type)} · ${guide.category}`,
    image: guide.image,
    guide,
  }));

export async function findTags(text: string, signal: AbortSignal): Promise<Suggestion[]> {
  const tags = await api<string[]>('GET', '/tags?limit=200', { signal });
  return tags
    .filter((tag) => tag.toLowerCase().includes(text.toLowerCase()))
    .slice(0, 8)
    .map((tag) => ({ key: tag, title: tag, note: '', image: null }));
}
