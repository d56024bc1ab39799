import type { Readiness } from '../../../shared/model/upkeep.ts';
import type { Viewer } from '../../store/actor.ts';
import { listOf, sql } from '../../store/sql.ts';
import type { StoredRow } from '../../store/sql.ts';
import { copyStateOf } from './copy-state.ts';
import { readableGuides } from '../../store/policy/guides.ts';
import type { Replica, ReplicaReader } from '../replica.ts';

/** Guides per read; one read blocks the event loop for some milliseconds. */
const page = 200;
/** Maximum of missing pictures reported per guide. */
const named = 3;

interface Look {
  guideid: number;
  title: string;
  visible: number;
  checked_date: number | null;
  opened: number;
  favorite: number;
}

interface Found extends Look {
  pictures: boolean;
}

/** Checks every guide here by the rules of `copyStateOf`, a page at a time, and reports incomplete ones that the viewer may see. */
export async function readinessOf(store: Replica, viewer: Viewer, limit: number): Promise<Readiness> {
  const guides = new Map<number, Found>();
  for (let after = Number.MIN_SAFE_INTEGER; ;) {
    const found = store.read(viewer, (s) => pageAfter(s, after));
    const last = found.at(-1);
    if (!last) break;
    for (const guide of found) guides.set(guide.guideid, guide);
    after = last.guideid;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return store.read(viewer, (s) => summary(s, guides, limit));
}

function pageAfter(s: ReplicaReader, after: number): Found[] {
  const looks = s.db.all(sql<Look>`SELECT g.guideid, g.title, g.checked_date,
       (${readableGuides(s.viewer)}) AS visible, 
       EXISTS (SELECT 1 FROM reading_position r WHERE r.guideid = g.guideid) AS opened,
       EXISTS (SELECT 1 FROM favorite f WHERE f.guideid = g.guideid AND f.userid = ${s.viewer?.userid ?? 0}) AS favorite
     FROM guide g WHERE g.deleted = 0 AND g.guideid > ${after} ORDER BY g.guideid LIMIT ${page}`);
  const ids = listOf(looks.map(({ guideid }) => guideid));
  const missing = s.db.all(sql<{ guideid: number }>`SELECT DISTINCT u.id AS guideid
     FROM media_use u LEFT JOIN image_file f ON f.guid = u.guid
     WHERE u.kind = 'guide' AND u.id IN ${ids} AND f.sha256 IS NULL`);
  const noted = s.db.all(sql<StoredRow<'picture_note', 'guideid'>>`SELECT guideid FROM picture_note
     WHERE guideid IN ${ids}`);
  const without = new Set(missing.map(({ guideid }) => guideid));
  // If a guide has noted pictures, these replace the listed ones.
  for (const { guideid } of noted) {
    if (s.media.pictureNotes.isComplete(guideid)) without.delete(guideid);
    else without.add(guideid);
  }
  return looks.map((look) => ({ ...look, pictures: without.has(look.guideid) }));
}

function summary(s: ReplicaReader, guides: ReadonlyMap<number, Found>, limit: number): Readiness {
  const waiting = waitingForOthers(s, guides);
  const seen = [...guides.values()].filter(({ visible }) => visible === 1);
  const incomplete = seen.filter((guide) => !isComplete(guide) || waiting.has(guide.guideid));
  const order = (guide: Found): number => (guide.favorite === 1 ? 0 : guide.opened === 1 ? 1 : 2);
  incomplete.sort((a, b) => order(a) - order(b) || a.title.localeCompare(b.title) || a.guideid - b.guideid);
  return {
    guides: seen.length,
    ready: seen.length - incomplete.length,
    pictures: incomplete.filter(({ pictures }) => pictures).length,
    unconfirmed: incomplete.filter(({ checked_date }) => checked_date === null).length,
    prerequisites: incomplete.filter(({ guideid }) => waiting.has(guideid)).length,
    incomplete: incomplete.slice(0, limit).flatMap(({ guideid, favorite }) => {
      const row = s.guides.row(guideid);
      // It may have been removed since it was checked.
      if (!row || !s.guides.isVisible(row)) return [];
      const { media, ...state } = copyStateOf(s, guideid, false);
      const { title, category } = row;
      return [
        {
          ...state,
          media: { ...media, missing: media.missing.slice(0, named) },
          title,
          category,
          favorite: favorite === 1,
          edited: s.journal.isPending('guide', guideid),
        },
      ];
    }),
  };
}

const isComplete = ({ checked_date, pictures }: Found): boolean => checked_date !== null && !pictures;

/** Returns guides with a direct or indirect prerequisite that is incomplete or not here. */
function waitingForOthers(s: ReplicaReader, guides: ReadonlyMap<number, Found>): ReadonlySet<number> {
  const above = new Map<number, number[]>();
  for (const { guideid, prerequisite } of s.db.all(sql<
    StoredRow<'prerequisite', 'guideid' | 'prerequisite'>
  >`SELECT guideid,
       prerequisite
     FROM prerequisite`)) {
    const known = above.get(prerequisite);
    if (known) known.push(guideid);
    else above.set(prerequisite, [guideid]);
  }
  const waiting = new Set<number>();
  const spread = (guideid: number): void => {
    for (const dependent of above.get(guideid) ?? []) {
      if (waiting.has(dependent)) continue;
      waiting.add(dependent);
      spread(dependent);
    }
  };
  for (const prerequisite of above.keys()) {
    const guide = guides.get(prerequisite);
    if (!guide || !isComplete(guide)) spread(prerequisite);
  }
  return waiting;
}
