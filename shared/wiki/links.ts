import { limits } from '../limits.ts';
import type { Namespace } from '../model/wiki.ts';
import type { Size } from './tree.ts';

export interface Target {
  /** Absolute (http, https) or site-relative (`/…`); other URLs are not rendered. */
  readonly url: string;
  readonly title: string;
}

/** Looks up what wiki text refers to. An unknown target is rendered as labelled text. */
export interface WikiLinks {
  readonly guideUrl: (guideid: number) => Target | undefined;
  readonly documentUrl: (documentid: number) => Target | undefined;
  readonly productUrl: (code: string) => Target | undefined;
  /** `title` as it is in the text; `_` equals a blank (CONTRACT 8.1). */
  readonly wikiUrl: (namespace: Namespace, title: string) => Target | undefined;
  readonly imageUrl: (
    imageid: number,
    size: Size,
  ) => { readonly url: string; readonly alt?: string } | undefined;
  readonly flag: (flagid: string) => { readonly title: string; readonly text: string } | undefined;
  readonly guidesByTag: (tags: readonly string[], type: string | null) => readonly Target[];
}

export const noLinks: WikiLinks = {
  guideUrl: () => undefined,
  documentUrl: () => undefined,
  productUrl: () => undefined,
  wikiUrl: () => undefined,
  imageUrl: () => undefined,
  flag: () => undefined,
  guidesByTag: () => [],
};

/**
 * Returns `links` for one text with its limits: each target is looked up once, and targets, guide lists and the links in
 * them are unknown or empty beyond `limits.text`. A repeated list of guides is empty.
 */
export function boundedLinks(links: WikiLinks): WikiLinks {
  const lookUps = { left: limits.text.targets.max };
  const lists = new Set<string>();
  let listLinks = limits.text.listLinks.max;
  return {
    guideUrl: remembered(links.guideUrl, lookUps),
    documentUrl: remembered(links.documentUrl, lookUps),
    productUrl: remembered(links.productUrl, lookUps),
    wikiUrl: remembered(links.wikiUrl, lookUps),
    imageUrl: remembered(links.imageUrl, lookUps),
    flag: links.flag,
    guidesByTag: (tags, type) => {
      const asked = [...new Set(tags)].slice(0, limits.text.listTags.max);
      const key = JSON.stringify([asked.toSorted(), type]);
      if (lists.has(key) || lists.size >= limits.text.guideLists.max) return [];
      lists.add(key);
      const guides = links.guidesByTag(asked, type).slice(0, listLinks);
      listLinks -= guides.length;
      return guides;
    },
  };
}

function remembered<A extends readonly unknown[], R>(
  find: (...asked: A) => R | undefined,
  lookUps: { left: number },
): (...asked: A) => R | undefined {
  const found = new Map<string, R | undefined>();
  return (...asked) => {
    const key = JSON.stringify(asked);
    if (!found.has(key) && lookUps.left > 0) {
      lookUps.left -= 1;
      found.set(key, find(...asked));
    }
    return found.get(key);
  };
}
