import type { ImageFact, ToldPicture } from '../../../shared/model/image.ts';
import { MEDIA_PLACEHOLDER } from '../placeholders.ts';
import type { StoreReader, StoreWriter } from '../store.ts';
import type { ImageRow } from './media.ts';

/**
 * Hub: returns the facts of a guide's pictures that its desks are sent.
 *
 * @param kind `guide_draft` adds those of its drafts, for people who may edit it
 */
export const factsOf = (s: StoreReader, guideid: number, kind: 'guide' | 'guide_draft'): ImageFact[] =>
  s.db.allSql<ImageFact>(
    `SELECT DISTINCT i.imageid, i.width, i.height, i.ratio, i.markup FROM media_use u JOIN image i ON i.guid = u.guid
     WHERE u.kind IN ('guide', ?) AND u.id = ? AND i.width > 0 ORDER BY i.imageid`,
    [kind, guideid],
  );

/** Matches pictures in HTML only: a quote in HTML within JSON has a backslash before it; image objects have none. */
const shownInHtml = new RegExp(String.raw`\\"${MEDIA_PLACEHOLDER}([\w-]+)`, 'g');

/**
 * Hub: returns its own pictures that are shown only in a document's HTML, where no image object gives their ids.
 *
 * @param doc JSON as the viewer gets it
 * @param others guids of further pictures that it shows
 */
export function picturesShown(s: StoreReader, doc: string, others: readonly string[] = []): ToldPicture[] {
  const guids = new Set([...others, ...[...doc.matchAll(shownInHtml)].map(([, guid = '']) => guid)]);
  if (guids.size === 0) return [];
  const rows = s.db.allSql<ImageRow>(
    `SELECT * FROM image WHERE guid IN (SELECT value FROM json_each(?)) AND width > 0 ORDER BY imageid`,
    [JSON.stringify([...guids])],
  );
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
  s.db.oneSql<ImageFact>('SELECT imageid, width, height, ratio, markup FROM image_fact WHERE imageid = ?', [
    imageid,
  ]);

export function putFacts(s: StoreWriter, facts: readonly ImageFact[]): void {
  for (const fact of facts)
    s.db.runSql(
      `INSERT INTO image_fact (imageid, width, height, ratio, markup) VALUES (:imageid, :width, :height, :ratio, :markup)
       ON CONFLICT (imageid) DO UPDATE SET width = excluded.width, height = excluded.height, ratio = excluded.ratio,
         markup = excluded.markup`,
      [{ ...fact }],
    );
}
