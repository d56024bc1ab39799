import { z } from 'zod';

import type { StoreWriter } from '../../store/aggregates.ts';

/** By these a desk sends later edits that name the version which a report made there. */
export const reportVersions = {
  revisionid: z.int().describe('Newest version of the guide, which may be a draft.'),
  parent: z.int().describe('Newest version before. The same if nothing has changed.'),
};

type Versions = { [Name in keyof typeof reportVersions]: number };

/** Reports a problem of a guide or withdraws a report. @returns its answer, with the newest versions before and after */
export function aroundReport<Answer extends object>(
  s: StoreWriter,
  guideid: number,
  report: () => Answer,
): Answer & Versions {
  s.guides.requireVisible(guideid);
  const parent = s.guides.newestRevisionid(guideid);
  const answer = report();
  return { ...answer, revisionid: s.guides.newestRevisionid(guideid), parent };
}
