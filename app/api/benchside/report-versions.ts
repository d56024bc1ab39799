import { z } from 'zod';

import type { StoreWriter } from '../../store/aggregates.ts';

/** By these a desk sends later edits that name the version which a report made there. */
export const reportVersions = {
  revisionid: z.int().describe('Newest version of the guide, which may be a draft.'),
  parent: z.int().describe('Newest version before. The same if nothing has changed.'),
};

/** Reports a problem of a guide or withdraws a report. @returns the newest versions before and after */
export function aroundReport(
  s: StoreWriter,
  guideid: number,
  report: () => void,
): { revisionid: number; parent: number } {
  s.guides.requireVisible(guideid);
  const parent = s.guides.newestRevisionid(guideid);
  report();
  return { revisionid: s.guides.newestRevisionid(guideid), parent };
}
