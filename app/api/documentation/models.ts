import { z } from 'zod';

import { comment } from '../../../shared/model/comment.ts';
import { flag, guide, guideItem, guideSummary, line, step } from '../../../shared/model/guide.ts';
import { image, mediaImage } from '../../../shared/model/image.ts';
import { user, userSummary } from '../../../shared/model/user.ts';
import { categoryWiki, wiki, wikiSummary } from '../../../shared/model/wiki.ts';
import { syncStatus } from '../../../shared/sync-status.ts';
import { category, nestedCategories, orderedCategory } from '../categories/category-fields.ts';

/** What every refusal but a conflict looks like (fact sheet 1.1). */
export const errorBody = z.strictObject({
  error: z.literal(true),
  message: z.string().min(1),
  errors: z
    .array(
      z.strictObject({
        message: z.string().min(1),
        field: z.string(),
        code: z.enum(['missing_field', 'invalid', 'unknown_field', 'already_exists']),
        index: z.int().optional(),
      }),
    )
    .optional()
    .meta({ description: 'Fields that were refused, with 422' }),
  requiredPrivileges: z
    .array(z.string())
    .optional()
    .meta({ description: 'Privileges that would have been enough, with 403' }),
});

/** Shapes that the document names; all others stand where they are used. */
const models: Record<string, z.ZodType> = {
  Category: category,
  CategoryTree: nestedCategories,
  CategoryWiki: categoryWiki,
  Comment: comment,
  Error: errorBody,
  Flag: flag,
  Guide: guide,
  GuideItem: guideItem,
  GuideSummary: guideSummary,
  Image: image,
  Line: line,
  MediaImage: mediaImage,
  OrderedCategory: orderedCategory,
  Step: step,
  SyncStatus: syncStatus,
  User: user,
  UserSummary: userSummary,
  Wiki: wiki,
  WikiSummary: wikiSummary,
};

/** For `z.toJSONSchema`, which names what has an id. */
export function nameModels(): void {
  for (const [id, schema] of Object.entries(models)) {
    z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
  }
}
