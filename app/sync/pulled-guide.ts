import type { Comment } from '../../shared/model/comment.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { ImageFact, FeedPicture } from '../../shared/model/image.ts';
import type { UserSummary } from '../../shared/model/user.ts';
import { sound } from './sound.ts';
import { guideDocument } from '../store/guides/document.ts';
import type { GuideDocument } from '../store/guides/document.ts';
import { prepareGuide } from '../store/guides/prepared.ts';
import type { PreparedGuide } from '../store/guides/prepared.ts';
import { packedNote } from '../store/media/picture-notes.ts';
import type { PackedNote } from '../store/media/picture-notes.ts';
import { factsIn, templateAddresses, seenInText } from '../store/template-addresses.ts';
import type { SeenImage, SiteAddresses } from '../store/template-addresses.ts';

/** A full guide of the site, prepared for storing. It may be prepared in another thread. */
export interface PulledGuide {
  guide: PreparedGuide;
  prereqModified: number;
  author: UserSummary;
  comments: Comment[];
  draft: GuideDocument | undefined;
  /** Userids of people other than the author who have edited it; `undefined` if the site does not say. */
  editors: number[] | undefined;
  /** As `editors`: undefined if the answer does not say. */
  hadDrafts: boolean | undefined;
  /** Facts about its pictures, from the site. */
  facts: ImageFact[];
  /** `pictures`: those that the guide needs to be complete offline. `others`: further ones seen in it, such as avatars. */
  pictures: PackedNote;
  others: SeenImage[];
}

/** A guide as a hub's feed sends it. */
export interface FeedGuide extends Guide {
  draft?: GuideDocument;
  /** Userids of people other than the author who have edited it; absent if there are none. */
  editors?: number[];
  had_drafts?: boolean;
  image_facts?: ImageFact[];
  /** Pictures that its texts show. */
  pictures?: FeedPicture[];
}

/**
 * Prepares a guide for storing. Changes `answer` in place.
 *
 * @param answer a guide without the steps of its prerequisites
 */
export function pulledGuide(given: FeedGuide, site: SiteAddresses): PulledGuide {
  const {
    draft,
    editors,
    had_drafts: hadDrafts,
    image_facts: facts = [],
    pictures: inTexts = [],
    ...answer
  } = site.benchside ? given : ofThirdParty(given);
  const seen = inTexts.map(seenInText);
  templateAddresses(answer, site, 'cover', seen);
  templateAddresses(draft, site, 'cover', seen);
  const { document, comments } = guideDocument(answer);
  const guide = prepareGuide(document);
  return {
    guide,
    prereqModified: answer.prereq_modified_date,
    author: answer.author,
    comments,
    draft,
    editors,
    hadDrafts,
    facts: [...facts, ...factsIn(inTexts)],
    ...sorted(guide.images, seen),
  };
}

/** Fields that only a hub's feed has may mean something else at another site. */
function ofThirdParty(guide: FeedGuide): FeedGuide {
  const { draft, editors, had_drafts, image_facts, pictures, ...answer } = sound('guide', guide);
  return answer;
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
