import { assertNever } from '../../../shared/assert.ts';
import type { GuideRow } from '../guides/reader.ts';
import type { StoreReader } from '../store.ts';
import type { Change } from './feed.ts';

/** One line of the feed as the viewer may see it; holed. What is not the viewer's is a tombstone, and says so. */
export function changeText(s: StoreReader, change: Change): string {
  const { sequence, kind, id } = change;
  const doc = change.deleted ? undefined : documentText(s, change);
  const head = `{"sequence":${sequence},"kind":"${kind}","id":${id}`;
  if (doc !== undefined) return `${head},"doc":${doc}}`;
  return change.deleted ? `${head},"deleted":true}` : `${head},"deleted":true,"hidden":true}`;
}

export const isTombstone = (text: string): boolean =>
  /^{"sequence":\d+,"kind":"\w+","id":-?\d+,"deleted":true/.test(text);

/**
 * As it is read; for those who may edit it, with the draft they edit. A desk has one copy for people who see different
 * prerequisites: `needs` are all of them.
 */
function guideText(s: StoreReader, row: GuideRow): string {
  const { guideid } = row;
  const needs = s.guides.needs(guideid);
  const hidesSome = needs.length > 0 && needs.length > s.guides.prerequisites(guideid).length;
  const draft = s.guides.draft(guideid) && s.guides.mayEdit(row);
  const more =
    (hidesSome ? `,"needs":${JSON.stringify(needs)}` : '') +
    (draft ? `,"draft":${JSON.stringify(s.guides.working(guideid))}` : '');
  return `${s.guides.answer(row, { prerequisiteSteps: false }).slice(0, -1)}${more}}`;
}

const jsonOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value);

/** Its document as the viewer may see it, JSON; holed. */
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
      // A step that only a draft has is not told to everybody whom its comments are.
      return JSON.stringify({ ...comment, guideid: s.guides.stepOwner(comment.contextid)?.guideid });
    }
    case 'tags':
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
