import { z } from 'zod';

/**
 * The newest versions of a guide around a report of a problem, or its withdrawal, which may be drafts. By these a desk sends later edits that name
 * the version which the report made there.
 */
export const versionsAroundReport = z.object({
  revisionid: z.int().describe('Newest version of the guide, which may be a draft.'),
  parent: z.int().describe('Newest version before. The same if nothing has changed.'),
});
export type VersionsAroundReport = z.infer<typeof versionsAroundReport>;
