import { z } from 'zod';

import type { Comment } from '../../../shared/model/comment.ts';
import type { Guide, GuideRevision, GuideSummary } from '../../../shared/model/guide.ts';
import type { MediaImage } from '../../../shared/model/image.ts';
import type { StepForm } from '../../../shared/model/step-form.ts';
import type { Wiki, WikiRevision } from '../../../shared/model/wiki.ts';
import type { RemoteEntry } from '../../store/work-log/remote.ts';

/** Checks that an answer is of the kind that was asked for: something in the site's place may have answered (SPEC J11.7). */
export type IsKind<T> = (answer: unknown) => answer is T;

/** @param fields what the code that asks needs of the kind */
export const kindWith =
  <T>(fields: z.ZodType): IsKind<T> =>
  (answer): answer is T =>
    fields.safeParse(answer).success;

const objects = z.array(z.looseObject({}));
const comment = z.object({
  commentid: z.int(),
  author: z.object({ userid: z.int() }),
  text_raw: z.string(),
});

export const isGuide = kindWith<Guide>(z.object({ guideid: z.int(), steps: objects }));
export const isGuideSummary = kindWith<GuideSummary>(z.object({ guideid: z.int(), category: z.string() }));
export const isWiki = kindWith<Wiki>(z.object({ wikiid: z.int(), title: z.string() }));
export const isComment = kindWith<Comment>(comment.extend({ replies: z.array(comment).optional() }));
export const isMediaImage = kindWith<MediaImage>(
  z.object({ image: z.object({ id: z.int(), original: z.string() }) }),
);
/** Sites answer null for a step without a form. */
export const isStepForm = kindWith<StepForm | null>(z.object({ fields: objects }).nullable());
export const isRun = kindWith<RemoteEntry>(
  z.object({ entryid: z.int(), guideid: z.int(), work_data: objects.nullish() }),
);
export const isRevisions = kindWith<(GuideRevision | WikiRevision)[]>(objects);
export const isTags = kindWith<string[]>(z.array(z.string()));
const isObject = kindWith<Record<string, unknown>>(z.looseObject({}));

/** A refusal because what the edit makes exists already. */
export const saysExists = kindWith<object>(
  z.object({ errors: z.tuple([z.object({ code: z.literal('already_exists') })]) }),
);

/** A refusal because the hub has the edit already, as another request than the one that came now. */
export const saysOtherRequest = kindWith<object>(
  z.object({ errors: z.tuple([z.object({ field: z.literal('Idempotency-Key') })]) }),
);

/** A document that an edit deletes: a guide, page, comment or run. */
export const isDeletable = kindWith<{ status?: unknown }>(
  z.union(
    ['guideid', 'wikiid', 'commentid', 'entryid'].map((id) =>
      z.object({ [id]: z.coerce.number().int().positive() }),
    ),
  ),
);

/** @param wrapper key of the list in the answer, where the site wraps it */
export const isListOf =
  <T>(isItem: IsKind<T>, wrapper = ''): IsKind<unknown> =>
  (answer): answer is unknown =>
    itemsIn(answer, wrapper)?.every(isItem) ?? false;

/** Like `isListOf`, for a list of which some items cannot be read. */
export const isListWith =
  <T>(isItem: IsKind<T>, wrapper = ''): IsKind<unknown> =>
  (answer): answer is unknown => {
    const items = itemsIn(answer, wrapper);
    return items !== undefined && (items.length === 0 || items.some(isItem));
  };

function itemsIn(answer: unknown, wrapper: string): unknown[] | undefined {
  const list = isObject(answer) ? answer[wrapper] : answer;
  return Array.isArray(list) ? list : undefined;
}
