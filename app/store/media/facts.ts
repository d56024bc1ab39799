import type { ImageFact, FeedPicture } from '../../../shared/model/image.ts';
import { MEDIA_PLACEHOLDER } from '../placeholders.ts';
import { listOf, sql } from '../sql.ts';
import type { StoreReader, StoreWriter } from '../aggregates.ts';
import type { ImageRow } from './media.ts';

/**
 * Hub: returns the facts of a guide's pictures that its desks are sent.
 *
 * @param kind `guide_draft` adds those of its drafts, for people who may edit it
 */
export const factsOf = (s: StoreReader, guideid: number, kind: 'guide' | 'guide_draft'): ImageFact[] =>
  s.db.all(sql<ImageFact>`SELECT DISTINCT i.imageid, i.width, i.height, i.ratio, i.markup
     FROM media_use u JOIN image i ON i.guid = u.guid
     WHERE u.kind IN ('guide', ${kind}) AND u.id = ${guideid} AND i.width > 0 ORDER BY i.imageid`);

/** Matches pictures in HTML only: a quote in HTML within JSON has a backslash before it; image objects have none. */
const shownInHtml = new RegExp(String.raw`\\"${MEDIA_PLACEHOLDER}([\w-]+)`, 'g');

/** @param doc JSON of a document, templated */
const isPictureInHtml = (doc: string): boolean => doc.search(shownInHtml) >= 0;

/** Returns the guids of the pictures that a document shows in its HTML, each as often as it does. */
export const picturesInHtml = (doc: string): string[] =>
  isPictureInHtml(doc) ? [...doc.matchAll(shownInHtml)].map(([, guid = '']) => guid) : [];

/**
 * Leaves out documents that show pictures in their HTML: of such a picture, readers who may not find it by its id are told less.
 *
 * @param textOf returns the document as it is stored
 */
export const withoutPicturesInTexts = (
  s: StoreReader,
  ids: readonly number[],
  textOf: (id: number) => string,
): readonly number[] => (s.media.isAnyInTexts() ? ids.filter((id) => !isPictureInHtml(textOf(id))) : ids);

/**
 * Hub: returns its own pictures that are shown only in a document's HTML, where no image object gives their ids.
 *
 * @param doc JSON as the viewer gets it
 * @param others guids of further pictures that it shows
 */
export function picturesShown(s: StoreReader, doc: string, others: readonly string[] = []): FeedPicture[] {
  const guids = new Set([...others, ...picturesInHtml(doc)]);
  if (guids.size === 0) return [];
  const rows = s.db.all(sql<ImageRow>`SELECT * FROM image WHERE guid IN ${listOf([...guids])} AND width > 0
     ORDER BY imageid`);
  return rows.map((row) => {
    const { imageid, guid, width, height, ratio, markup } = row;
    return {
      imageid,
      guid,
      ...(s.media.mayRead(row) && { fact: { imageid, width, height, ratio, markup } }),
    };
  });
}

/** Desk: returns what the hub sent about a picture. */
export const factOf = (s: StoreReader, imageid: number): ImageFact | undefined =>
  s.db.one(sql<ImageFact>`SELECT imageid, width, height, ratio, markup FROM image_fact
     WHERE imageid = ${imageid}`);

export function putFacts(s: StoreWriter, facts: readonly ImageFact[]): void {
  for (const fact of facts)
    s.db.run(sql`INSERT INTO image_fact (imageid, width, height, ratio, markup)
       VALUES (${fact.imageid}, ${fact.width}, ${fact.height}, ${fact.ratio}, ${fact.markup})
       ON CONFLICT (imageid) DO UPDATE
       SET width = excluded.width, height = excluded.height, ratio = excluded.ratio,
         markup = excluded.markup`);
}
