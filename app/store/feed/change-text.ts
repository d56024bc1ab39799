import { assertNever } from '../../../shared/assert.ts';
import type { GuideRow } from '../guides/reader.ts';
import { mayTellGone } from '../policy/feed.ts';
import { mayReadTags } from '../policy/tags.ts';
import { factsOf } from '../media/facts.ts';
import type { StoreReader } from '../store.ts';
import type { Change } from './feed.ts';

/**
 * One line of the feed as the viewer may see it; holed. What is not the viewer's is a tombstone, and says so; there is none
 * where no reader had anything to lose (`policy/feed.ts`).
 */
export function changeText(s: StoreReader, change: Change): string | undefined {
  const { sequence, kind, id } = change;
  const doc = change.deleted ? undefined : documentText(s, change);
  const head = `{"sequence":${sequence},"kind":"${kind}","id":${id}`;
  if (doc !== undefined) return `${head},"doc":${doc}${kind === 'tags' ? tagids(s, id) : ''}}`;
  if (!mayTellGone(s, change)) return undefined;
  return change.deleted ? `${head},"deleted":true}` : `${head},"deleted":true,"hidden":true}`;
}

export const isTombstone = (text: string): boolean =>
  /^{"sequence":\d+,"kind":"\w+","id":-?\d+,"deleted":true/.test(text);

/**
 * As it is read; for those who may edit it, with the draft they edit. A desk has one copy for people who see different
 * prerequisites: `needs` are all of them. `editors` are the people beside its author who have edited it,
 * `image_facts` what its image objects do not say of its pictures.
 */
function guideText(s: StoreReader, row: GuideRow): string {
  const { guideid } = row;
  const needs = s.guides.needs(guideid);
  const hidesSome = needs.length > 0 && needs.length > s.guides.prerequisites(guideid).length;
  const draft = s.guides.draft(guideid) && s.guides.mayEdit(row);
  const editors = s.personal.otherEditors(row);
  const facts = factsOf(s, guideid);
  const more =
    (facts.length > 0 ? `,"image_facts":${JSON.stringify(facts)}` : '') +
    (editors.length > 0 ? `,"editors":${JSON.stringify(editors)}` : '') +
    (hidesSome ? `,"needs":${JSON.stringify(needs)}` : '') +
    (draft ? `,"draft":${JSON.stringify(s.guides.working(guideid))}` : '');
  return `${s.guides.answer(row, { prerequisiteSteps: false }).slice(0, -1)}${more}}`;
}

const jsonOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value);

/** Its document as the viewer may see it, JSON; holed. */
/** The numbers of a document's tags, in the order of their names: a site lists tags by them. */
const tagids = (s: StoreReader, id: number): string => `,"tagids":${JSON.stringify(s.tags.tagids(id))}`;

export function documentText(s: StoreReader, { kind, id }: Pick<Change, 'kind' | 'id'>): string | undefined {
  switch (kind) {
    case 'guide': {
      const row = s.guides.row(id);
      return row && s.guides.isVisible(row) ? guideText(s, row) : undefined;
    }
    case 'wiki': {
      const row = s.wikis.row(id);
      return row && !row.deleted && s.wikis.maySee(row) ? s.wikis.answer(row) : undefined;
    }
    case 'user':
      return s.users.row(id)?.deleted === 0 ? s.users.feedText(id) : undefined;
    case 'comment': {
      const comment = s.comments.visible(id);
      if (comment?.context !== 'step') return comment && JSON.stringify(comment);
      // A desk may not have the step: it stands only in a draft, or was deleted. Then its guide does not bring the comment.
      const isApart = !s.guides.isStepShown(comment.contextid);
      return JSON.stringify({
        ...comment,
        guideid: s.comments.target(id)?.guideid,
        ...(isApart && { apart: true }),
      });
    }
    case 'tags':
      if (!mayReadTags(s, id)) return undefined;
      return JSON.stringify(id > 0 ? s.tags.ofGuide(id) : s.tags.ofWiki(-id));
    case 'favorites':
      return s.viewer?.userid === id ? JSON.stringify(s.personal.favoriteIds(id)) : undefined;
    case 'completions':
      return s.viewer?.userid === id ? JSON.stringify(s.personal.completionIds(id)) : undefined;
    case 'team':
      return s.teams.feedText(id);
    case 'site':
      return JSON.stringify({
        name: s.meta.site.name,
        langid: s.meta.site.langid,
        langids: s.meta.site.langids,
        private: s.meta.site.private,
        offlineDays: s.meta.site.offlineDays,
      });
    case 'form':
      return s.forms.answer(id);
    case 'entry':
      return s.workLog.answer(id);
    case 'release':
      return jsonOf(s.releases.change(id));
    case 'glossary':
      return jsonOf(s.glossary.entry(id));
    case 'translations':
      return jsonOf(s.translations.ofGuide(id));
    case 'collaborators':
      return s.collaborators.feedText(id);
    case 'image':
      return s.media.answer(id);
    case 'video':
      return s.videos.answer(id);
    case 'document':
      return s.documents.answer(id);
    case 'views':
      return s.views.answer(id);
    default:
      return assertNever(kind);
  }
}
