import type { GuideSummary } from '../../../shared/model/guide.ts';
import type { Image } from '../../../shared/model/image.ts';
import { api } from '../../api/client.ts';
import { inOwnLanguage } from '../../api/own-language.ts';
import { typeName } from '../../vocabulary.ts';

export interface Suggestion {
  key: string;
  title: string;
  note: string;
  image: Image | null;
}

const suggest = async (doctype: string, text: string, signal: AbortSignal) => {
  const { results } = await api('GET /suggest/{query}', {
    params: { query: text },
    query: { doctypes: [doctype], limit: 8, ...inOwnLanguage() },
    signal,
  });
  return results;
};

const ofWikis =
  (doctype: string) =>
  async (text: string, signal: AbortSignal): Promise<Suggestion[]> =>
    (await suggest(doctype, text, signal))
      .filter((found) => found.dataType === 'wiki')
      .map((wiki) => ({
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
  (await suggest('guide', text, signal))
    .filter((found) => found.dataType === 'guide')
    .map((guide) => ({
      key: String(guide.guideid),
      title: guide.title,
      note: `${typeName(guide.type)} · ${guide.category}`,
      image: guide.image,
      guide,
    }));

export async function findTags(text: string, signal: AbortSignal): Promise<Suggestion[]> {
  const tags = await api('GET /tags', { query: { limit: 200 }, signal });
  return tags
    .filter((tag) => tag.toLowerCase().includes(text.toLowerCase()))
    .slice(0, 8)
    .map((tag) => ({ key: tag, title: tag, note: '', image: null }));
}
