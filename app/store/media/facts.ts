import type { ImageFact } from '../../../shared/model/image.ts';
import type { StoreReader, StoreWriter } from '../store.ts';

/** Hub: what its desks are told of the pictures that readers of a guide see. */
export const factsOf = (s: StoreReader, guideid: number): ImageFact[] =>
  s.db.allSql<ImageFact>(
    `SELECT i.imageid, i.width, i.height, i.ratio, i.markup FROM media_use u JOIN image i ON i.guid = u.guid
     WHERE u.kind = 'guide' AND u.id = ? AND i.width > 0 ORDER BY i.imageid`,
    [guideid],
  );

/** Desk: what was told of a picture. */
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
