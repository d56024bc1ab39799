import { statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';

import { notFound } from '../../../shared/errors.ts';
import type { CategoryUse, Storage } from '../../../shared/model/upkeep.ts';
import type { Viewer } from '../../store/actor.ts';
import { settingsOf } from '../../store/desk-settings.ts';
import { categoryTree } from '../../store/home/category-tree.ts';
import type { CategorySummary } from '../../store/home/category-tree.ts';
import { sql } from '../../store/sql.ts';
import type { Replica, ReplicaReader } from '../replica.ts';
import { bytesByCategory } from './picture-use.ts';
import { databaseName } from '../../store/database-name.ts';

/** Milliseconds. Counting many pictures takes seconds, so opening a category reuses the last count. */
const countedForMs = 60_000;
const lastCounted = new WeakMap<Replica, { at: number; bytes: Promise<ReadonlyMap<string, number>> }>();

/**
 * Reports storage by category.
 *
 * @param title of the category whose children are reported; absent: the top categories
 * @throws AppError `not-found` for an unknown category
 */
export async function storageOf(
  store: Replica,
  viewer: Viewer,
  title: string | undefined,
): Promise<Omit<Storage, 'copies'>> {
  const [disk, bytes] = await Promise.all([diskOf(store.dataDir), counted(store)]);
  return store.read(viewer, (s) => {
    const { top, byTitle } = categoryTree(s);
    const at = title === undefined ? undefined : byTitle.get(title);
    if (title !== undefined && !at) throw notFound('Category');
    const settings = settingsOf(s);
    const pinned = new Set(settings.pinnedCategories);
    const use = (category: CategorySummary): CategoryUse => ({
      title: category.title,
      display_title: category.display_title,
      guides: category.guides,
      children: category.children.length,
      bytes: below(category, bytes),
      pinned: pinned.has(category.title),
    });
    const { pictures, bytes: pictureBytes } = s.media.copies.usage();
    return {
      disk,
      database: databaseBytes(store.dataDir),
      journal: journalUse(s),
      pictures: {
        count: pictures,
        bytes: pictureBytes,
        budget: settings.pictureBudgetMb * 1_048_576,
      },
      files: filesUse(s),
      path: pathTo(at),
      own: at ? { guides: ownGuides(at), bytes: bytes.get(at.title) ?? 0 } : { guides: 0, bytes: 0 },
      categories: (at?.children ?? top)
        .map(use)
        .filter(({ guides, bytes, pinned }) => guides > 0 || bytes > 0 || pinned)
        .sort((a, b) => b.bytes - a.bytes || a.display_title.localeCompare(b.display_title)),
      pinnedElsewhere: settings.pinnedCategories.filter((pin) => !byTitle.has(pin)),
    };
  });
}

async function counted(store: Replica): Promise<ReadonlyMap<string, number>> {
  const last = lastCounted.get(store);
  if (last && performance.now() - last.at < countedForMs) return last.bytes;
  const bytes = bytesByCategory(store);
  lastCounted.set(store, { at: performance.now(), bytes });
  try {
    return await bytes;
  } catch (error) {
    lastCounted.delete(store);
    throw error;
  }
}

/** Returns the bytes of the disk that holds a folder; `free` for this program's account. */
export async function diskOf(folder: string): Promise<Storage['disk']> {
  const { bsize, bavail, blocks } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

export const databaseBytes = (dataDir: string): number =>
  [databaseName, `${databaseName}-wal`].reduce(
    (sum, name) => sum + (statSync(join(dataDir, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );

const below = (category: CategorySummary, bytes: ReadonlyMap<string, number>): number =>
  category.children.reduce((sum, child) => sum + below(child, bytes), bytes.get(category.title) ?? 0);

const ownGuides = ({ guides, children }: CategorySummary): number =>
  children.reduce((left, child) => left - child.guides, guides);

function pathTo(category: CategorySummary | undefined): Storage['path'] {
  const path: Storage['path'] = [];
  for (let at = category; at; at = at.parent)
    path.unshift({ title: at.title, display_title: at.display_title });
  return path;
}

/** Reads only the lengths of values, not the values. */
function journalUse(s: ReplicaReader): Storage['journal'] {
  const { entries, bytes } = s.db.one(sql<{
    entries: number;
    bytes: number | null;
  }>`SELECT count(*) AS entries,
       sum(length(params) + length(query) + length(body) + length(issued)) AS bytes
     FROM journal`) ?? { entries: 0, bytes: 0 };
  const before = s.db.one(sql<{ bytes: number | null }>`SELECT sum(length(before)) AS bytes
     FROM journal_resource`);
  return { entries, bytes: (bytes ?? 0) + (before?.bytes ?? 0) };
}

function filesUse(s: ReplicaReader): Storage['files'] {
  const row = s.db.one(sql<{ files: number; bytes: number | null }>`SELECT count(*) AS files,
       sum(bytes) AS bytes
     FROM media_file WHERE sha256 IS NOT NULL`);
  return { files: row?.files ?? 0, bytes: row?.bytes ?? 0 };
}
