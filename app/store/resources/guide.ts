import { factsOf, withoutPicturesInTexts } from '../media/facts.ts';
import { wasPublicGuide } from '../policy/feed.ts';
import type { GuideRow } from '../guides/reader.ts';
import { listOf, sql } from '../sql.ts';
import type { StoreReader } from '../aggregates.ts';
import type { Resource } from './resource.ts';

export const guideResource: Resource = {
  text(s, id) {
    const row = s.guides.row(id);
    return row && s.guides.isVisible(row) ? guideText(s, row) : undefined;
  },
  sameForAll: (s, ids) =>
    withoutPicturesInTexts(s, withoutSecrets(s, ids), (id) => {
      const { body, steps } = s.guides.texts(id);
      return body + steps;
    }),
  tellsAnonymousGone: wasPublicGuide,
  pathHere(s, id) {
    const row = s.guides.row(id);
    const isHere = row?.deleted === 0 || s.journal.isPending('guide', id);
    return row && isHere ? `/guides/${id}?excludePrerequisiteSteps` : undefined;
  },
};

/** Returns the public guides of which nothing is for some readers only: no draft and no private prerequisite. */
const withoutSecrets = (s: StoreReader, ids: readonly number[]): number[] =>
  s.db
    .all(sql<{ guideid: number }>`SELECT g.guideid FROM guide g
     WHERE g.guideid IN ${listOf(ids)} AND g.deleted = 0 AND g.public = 1
     AND NOT EXISTS (SELECT 1 FROM guide_draft d WHERE d.guideid = g.guideid)
     AND NOT EXISTS (SELECT 1 FROM prerequisite p CROSS JOIN guide n ON n.guideid = p.prerequisite
       WHERE p.guideid = g.guideid AND n.public = 0)`)
    .map(({ guideid }) => guideid);

/**
 * Returns the guide that the viewer reads, with its draft for people who may edit it. `editors` are people other than the author who edited
 * it; `image_facts` adds what image objects do not contain; `had_drafts` hides what hung on deleted steps (SPEC F11).
 */
function guideText(s: StoreReader, row: GuideRow): string {
  const { guideid } = row;
  const draft = s.guides.draft(guideid) && s.guides.mayEdit(row);
  const editors = s.favorites.otherEditors(row);
  const facts = factsOf(s, guideid, draft ? 'guide_draft' : 'guide');
  const more =
    (facts.length > 0 ? `,"image_facts":${JSON.stringify(facts)}` : '') +
    (s.guides.hadDrafts(guideid) ? ',"had_drafts":true' : '') +
    (editors.length > 0 ? `,"editors":${JSON.stringify(editors)}` : '') +
    (draft ? `,"draft":${JSON.stringify(s.guides.working(guideid))}` : '');
  return `${s.guides.answer(row, { prerequisiteSteps: false }).slice(0, -1)}${more}}`;
}
