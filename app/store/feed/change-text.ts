import { assertNever } from '../../../shared/assert.ts';
import type { StoreReader } from '../store.ts';
import type { Change } from './feed.ts';

/** One line of the feed as the viewer may see it; holed. What is not the viewer's is a tombstone. */
export function changeText(s: StoreReader, change: Change): string {
  const { sequence, kind, id } = change;
  const doc = change.deleted ? undefined : documentText(s, change);
  const head = `{"sequence":${sequence},"kind":"${kind}","id":${id}`;
  return doc === undefined ? `${head},"deleted":true}` : `${head},"doc":${doc}}`;
}

function documentText(s: StoreReader, { kind, id }: Change): string | undefined {
  switch (kind) {
    case 'guide': {
      const row = s.guides.row(id);
      return row && s.guides.isVisible(row) ? s.guides.answer(row, { prerequisiteSteps: false }) : undefined;
    }
    case 'wiki': {
      const row = s.wikis.row(id);
      return row && !row.deleted ? s.wikis.answer(row) : undefined;
    }
    case 'user':
      return s.users.row(id)?.deleted === 0 ? s.users.summaryText(id) : undefined;
    case 'comment': {
      const comment = s.comments.visible(id);
      return comment && JSON.stringify(comment);
    }
    case 'tags':
      return JSON.stringify(id > 0 ? s.tags.ofGuide(id) : s.tags.ofWiki(-id));
    case 'favorites':
      return s.viewer?.userid === id ? JSON.stringify(s.personal.favoriteIds(id)) : undefined;
    case 'completions':
      return s.viewer?.userid === id ? JSON.stringify(s.personal.completionIds(id)) : undefined;
    case 'team':
      return undefined;
    case 'site':
      return JSON.stringify({
        name: s.meta.site.name,
        langid: s.meta.site.langid,
        private: s.meta.site.private,
      });
    case 'form':
    case 'entry':
    case 'release':
    case 'glossary':
    case 'translations':
    case 'collaborators':
    case 'image':
    case 'video':
    case 'document':
    case 'views':
      return undefined;
    default:
      return assertNever(kind);
  }
}
