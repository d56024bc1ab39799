import { limits } from '../../../shared/limits.ts';
import { publicGuidesFor } from '../policy/guides.ts';
import { sql } from '../sql.ts';
import type { StoreReader } from '../aggregates.ts';
import { categoryCards } from './cards.ts';
import { categoryTree } from './category-tree.ts';
import { mostUsed } from './most-used.ts';

const mostGuides = 12;

/** Returns the first screen (`home` of `shared/model/benchside.ts`) as templated JSON text. */
export function homeText(s: StoreReader): string {
  const { top, byTitle } = categoryTree(s);
  const [root] = top;
  const shown = top.length === 1 && root && root.children.length > 0 ? root.children : top;
  const site = {
    name: s.meta.site.name,
    guides: top.reduce((sum, { guides }) => sum + guides, 0),
    categories: byTitle.size,
  };
  const favorites = s.viewer ? s.favorites.favoriteIds(s.viewer.userid) : [];
  return (
    `{"site":${JSON.stringify(site)},"categories":${JSON.stringify(categoryCards(s, shown.slice(0, limits.categoryPage.top.max)))}` +
    `,"favorites":[${summaries(s, favorites).join(',')}]` +
    `,"featured":[${s.guides.list({ featured: true, order: 'DESC', limit: mostGuides }).join(',')}]` +
    `,"mostUsed":[${summaries(s, mostUsed(s)).join(',')}],"newest":[${summaries(s, newest(s)).join(',')}]` +
    `,"inProgress":[${readingCards(s, true).join(',')}],"recent":[${readingCards(s, false).join(',')}]}`
  );
}

/** More than are shown: the viewer may not see all of them. */
const candidates = 4 * mostGuides;

/** Returns public guides by the time of their last change, newest first. */
const newest = (s: StoreReader): { guideid: number }[] =>
  s.db.all(sql`SELECT guideid FROM guide g WHERE ${publicGuidesFor(s.viewer)}
     ORDER BY modified_date DESC, guideid DESC LIMIT ${candidates}`);

function summaries(s: StoreReader, entries: readonly { guideid: number }[]): string[] {
  const found: string[] = [];
  for (const { guideid } of entries) {
    const row = s.guides.row(guideid);
    if (row && s.guides.isVisible(row) && found.push(s.guides.summaryOf(row)) === mostGuides) break;
  }
  return found;
}

function readingCards(s: StoreReader, unfinished: boolean): string[] {
  return s.readingPositions.list({ unfinished, limit: mostGuides }).flatMap(({ guideid, stepid, date }) => {
    const row = s.guides.row(guideid);
    if (!row || !s.guides.isVisible(row)) return [];
    const steps = s.readingPositions.stepsShown(guideid);
    const index = stepid === null ? -1 : steps.indexOf(stepid);
    const place = { date, stepid: index < 0 ? null : stepid, position: index + 1, steps: steps.length };
    return [`{"guide":${s.guides.summaryOf(row)},${JSON.stringify(place).slice(1)}`];
  });
}
