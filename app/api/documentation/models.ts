import { z } from 'zod';

import { earnedBadge } from '../../../shared/model/badge.ts';
import { categoryPage, copyState, home, searchResults } from '../../../shared/model/benchside.ts';
import { document } from '../../../shared/model/document.ts';
import { glossaryEntry } from '../../../shared/model/glossary.ts';
import { journalEntry } from '../../../shared/model/journal.ts';
import { release } from '../../../shared/model/release.ts';
import { stepForm, stepFormField } from '../../../shared/model/step-form.ts';
import { team } from '../../../shared/model/team.ts';
import { tokenInfo } from '../../../shared/model/token.ts';
import { video } from '../../../shared/model/video.ts';
import { viewRecord } from '../../../shared/model/view.ts';
import { workEvent, workLogEntry } from '../../../shared/model/work-log.ts';
import { comment } from '../../../shared/model/comment.ts';
import { flag, guide, guideItem, guideSummary, line, step } from '../../../shared/model/guide.ts';
import { image, mediaImage } from '../../../shared/model/image.ts';
import { user, userSummary } from '../../../shared/model/user.ts';
import { categoryWiki, wiki, wikiSummary } from '../../../shared/model/wiki.ts';
import { syncStatus } from '../../../shared/sync-status.ts';
import { category, nestedCategories, orderedCategory } from '../categories/category-fields.ts';

/** The body of every error except a conflict (CONTRACT 2.1). */
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

/** Schemas that have a name in the document; all others are inlined. */
const models: Record<string, z.ZodType> = {
  Category: category,
  CategoryPage: categoryPage,
  CategoryTree: nestedCategories,
  CategoryWiki: categoryWiki,
  Comment: comment,
  CopyState: copyState,
  Document: document,
  EarnedBadge: earnedBadge,
  Error: errorBody,
  Flag: flag,
  GlossaryEntry: glossaryEntry,
  Guide: guide,
  GuideItem: guideItem,
  GuideSummary: guideSummary,
  Home: home,
  Image: image,
  JournalEntry: journalEntry,
  Line: line,
  MediaImage: mediaImage,
  OrderedCategory: orderedCategory,
  Release: release,
  SearchResults: searchResults,
  Step: step,
  StepForm: stepForm,
  StepFormField: stepFormField,
  SyncStatus: syncStatus,
  Team: team,
  TokenInfo: tokenInfo,
  User: user,
  UserSummary: userSummary,
  Video: video,
  ViewRecord: viewRecord,
  Wiki: wiki,
  WikiSummary: wikiSummary,
  WorkEvent: workEvent,
  WorkLogEntry: workLogEntry,
};

/** Registers the names as ids, which `z.toJSONSchema` uses. */
export function nameModels(): void {
  for (const [id, schema] of Object.entries(models)) {
    z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
  }
}
