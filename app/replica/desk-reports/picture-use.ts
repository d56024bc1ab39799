import { sql } from '../../store/sql.ts';
import type { Replica, ReplicaReader } from '../replica.ts';

/** Guides per read; one read blocks the event loop for some milliseconds. */
const page = 200;

interface Guide {
  guideid: number;
  category: string;
}

/** Returns bytes of pictures stored here by category, without the categories below it. Counts guides that the viewer may not see too. */
export async function bytesByCategory(store: Replica): Promise<ReadonlyMap<string, number>> {
  const bytes = new Map<string, number>();
  let last: Guide = { guideid: Number.MIN_SAFE_INTEGER, category: '' };
  let counting = '';
  /** Files already counted for the present category; guides come sorted by category. */
  let seen = new Set<string>();
  for (;;) {
    const { guides, files } = store.read(null, (s) => pageAfter(s, last));
    for (const file of files) {
      if (file.category !== counting) seen = new Set();
      counting = file.category;
      if (seen.has(file.sha256)) continue;
      seen.add(file.sha256);
      bytes.set(file.category, (bytes.get(file.category) ?? 0) + file.bytes);
    }
    const end = guides.at(-1);
    if (!end) return bytes;
    last = end;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function pageAfter(
  s: ReplicaReader,
  { category, guideid }: Guide,
): { guides: Guide[]; files: { category: string; sha256: string; bytes: number }[] } {
  const guides = s.db.all(sql<Guide>`SELECT category, guideid FROM guide
     WHERE deleted = 0 AND (category, guideid) > (${category}, ${guideid})
     ORDER BY category, guideid LIMIT ${page}`);
  const files = s.db.all(sql<{ category: string; sha256: string; bytes: number }>`SELECT DISTINCT g.category,
       f.sha256, f.bytes
     FROM json_each(${JSON.stringify(guides.map((guide) => guide.guideid))}) ids
       JOIN guide g ON g.guideid = ids.value
       JOIN media_use u ON u.kind = 'guide' AND u.id = g.guideid
       JOIN image_file f ON f.guid = u.guid AND f.sha256 IS NOT NULL
     ORDER BY g.category`);
  return { guides, files };
}
