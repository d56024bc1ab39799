import { z } from 'zod';

import { notFound } from '../../../shared/errors.ts';
import type { ImageRow } from '../../store/media/media.ts';
import type { ReplicaReader } from '../../replica/replica.ts';

/** An imageid or a guid in the path. */
export const imageKey = z.object({
  imageid: z.string().regex(/^[\w-]{1,64}$/, 'must be an imageid or a guid'),
});

/**
 * Returns the picture of a key.
 *
 * @throws AppError `not-found`, also for the imageid of a picture that the viewer sees in no document
 */
export function requireReadable(s: ReplicaReader, imageid: string): ImageRow {
  const row = s.media.find(imageid);
  if (!row || (row.guid !== imageid && !s.media.mayRead(row))) throw notFound('Image');
  return row;
}
