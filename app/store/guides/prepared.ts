import { featuredFlags } from '../../../shared/model/flag.ts';
import type { ItemBody } from '../media/items.ts';
import type { Analysed, SearchFields } from '../search/analyse.ts';
import { shownVideos } from '../videos/videos.ts';
import { searchFields } from './content.ts';
import { guideImages, packGuide, guideSummaryText } from './document.ts';
import type { GuideDocument } from './document.ts';

/** A guide ready to be stored: everything that needs no store, so that another thread can compute it. */
export interface PreparedGuide {
  /** Columns of the guide's row that are computed from the document. */
  row: ReturnType<typeof rowOf>;
  packed: Uint8Array;
  steps: { stepid: number; orderby: number; revisionid: number }[];
  prerequisites: { prerequisite: number; releaseid: number | null }[];
  documents: readonly ItemBody[];
  videos: ItemBody[];
  images: string[];
  texts: SearchFields | Analysed;
}

export function prepareGuide(document: GuideDocument): PreparedGuide {
  const { steps, prerequisites, pinned = [] } = document;
  return {
    row: rowOf(document),
    packed: packGuide(document),
    steps: steps.map(({ stepid, orderby, revisionid }) => ({ stepid, orderby, revisionid })),
    prerequisites: prerequisites.map((prerequisite) => ({
      prerequisite,
      releaseid: pinned.find((pin) => pin.guideid === prerequisite)?.releaseid ?? null,
    })),
    ...attachments(document),
    images: guideImages(document),
    texts: searchFields(document),
  };
}

export function attachments({ body, steps }: GuideDocument): Pick<PreparedGuide, 'documents' | 'videos'> {
  const intro = body.intro_video === null ? [] : [body.intro_video as ItemBody];
  return { documents: body.documents, videos: [...intro, ...shownVideos(steps)] };
}

function rowOf(document: GuideDocument) {
  const { body, userid } = document;
  return {
    guideid: body.guideid,
    langid: body.langid,
    revisionid: body.revisionid,
    public: body.public ? 1 : 0,
    deleted: 0,
    type: body.type,
    category: body.category,
    subject: body.subject,
    title: body.title,
    difficulty: body.difficulty,
    userid,
    created_date: body.created_date,
    published_date: body.published_date,
    modified_date: body.modified_date,
    featured: body.flags.some(({ flagid }) => featuredFlags.includes(flagid)) ? 1 : 0,
    stepcount: document.steps.length,
    summary: guideSummaryText(document),
  };
}
