import type { QueryClient } from '@tanstack/react-query';

import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { api } from '../../api/client.ts';
import { guideQuery } from '../../api/queries/guides.ts';

/** Starts a job with the version of the guide that is here: the hub may have a newer one when it hears of the job. */
export async function startJob(
  client: QueryClient,
  guideid: number,
  workorderid: string,
): Promise<WorkLogEntry> {
  const { revisionid } = await client.fetchQuery(guideQuery(guideid));
  const benchside = { guide_revisionid: revisionid };
  return api('POST /work_log', { body: { guideid, workorderid, benchside } });
}
