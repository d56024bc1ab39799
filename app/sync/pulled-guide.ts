import type { Comment } from '../../shared/model/comment.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { ImageFact } from '../../shared/model/image.ts';
import type { UserSummary } from '../../shared/model/user.ts';
import { documentOf } from '../store/guides/document.ts';
import type { GuideDocument } from '../store/guides/document.ts';
import { prepared } from '../store/guides/prepared.ts';
import type { PreparedGuide } from '../store/guides/prepared.ts';
import { packedNote } from '../store/media/notes.ts';
import type { PackedNote } from '../store/media/notes.ts';
import { localise } from './localise.ts';
import type { SeenImage, SiteAddresses } from './localise.ts';

/** A full guide of the site, ready to be stored. It can be made in another thread. */
export interface PulledGuide {
  guide: PreparedGuide;
  prereqModified: number;
  author: UserSummary;
  comments: Comment[];
  draft: GuideDocument | undefined;
  /** Userids of people beside the author who have edited it; `undefined` where the site does not say. */
  editors: number[] | undefined;
  /** What the site says of its pictures. */
  facts: ImageFact[];
  /** What it is only complete with; and others that are seen in it. */
  pictures: PackedNote;
  others: SeenImage[];
}

/** As a feed tells it. */
export interface ToldGuide extends Guide {
  draft?: GuideDocument;
  /** All prerequisites, where not all are shown. */
  needs?: { guideid: number; releaseid: number | null }[];
  /** People beside its author who have edited it, where there are any. */
  editors?: number[];
  image_facts?: ImageFact[];
}

/** Changes `answer` in place. @param answer as it is read, without the steps of prerequisites */
export function pulledGuide(
  { draft, needs, editors, image_facts: facts = [], ...answer }: ToldGuide,
  site: SiteAddresses,
): PulledGuide {
  const seen: SeenImage[] = [];
  localise(answer, site, 'cover', seen);
  localise(draft, site, 'cover', seen);
  const { document, comments } = documentOf(
    needs ? { ...answer, prerequisites: needs, prerequisite_releases: needs } : answer,
  );
  const guide = prepared(document);
  return {
    guide,
    prereqModified: answer.prereq_modified_date,
    author: answer.author,
    comments,
    draft,
    editors,
    facts,
    ...sorted(guide.images, seen),
  };
}

function sorted(
  used: readonly string[],
  seen: readonly SeenImage[],
): Pick<PulledGuide, 'pictures' | 'others'> {
  const unknown = new Set(used);
  const needed = new Set(unknown);
  const pictures: SeenImage[] = [];
  const others: SeenImage[] = [];
  for (const image of seen) {
    (needed.has(image.guid) && image.role !== 'avatar' ? pictures : others).push(image);
    unknown.delete(image.guid);
  }
  for (const guid of unknown) pictures.push({ id: -1, guid, original: '', role: 'step' });
  return { pictures: packedNote(pictures), others };
}
