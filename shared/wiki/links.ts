import type { Namespace, Size } from './tree.ts';

export interface Target {
  /** Absolute (http, https) or site-relative (`/…`); other URLs are not rendered. */
  readonly url: string;
  readonly title: string;
}

/** What the site knows about the things wiki text names. An unknown target is rendered as labelled text. */
export interface WikiLinks {
  readonly guideUrl: (guideid: number) => Target | undefined;
  readonly documentUrl: (documentid: number) => Target | undefined;
  readonly productUrl: (code: string) => Target | undefined;
  /** The title is as written; by contract 2.6 `_` equals a blank. */
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
