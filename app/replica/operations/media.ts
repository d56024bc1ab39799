import { createHash } from 'node:crypto';
import type { MediaImage } from '../../../shared/model/image.ts';
import { mayHaveMade } from '../unknown-outcomes.ts';
import type { Question } from './question.ts';
import { isMediaImage } from './answers.ts';
import { choose, undecidable } from './found.ts';
import type { Found } from './found.ts';
import type { QueuedOperation, QueuedOperations } from './operation.ts';

const picture = {
  creates: { kind: 'image', id: 'image.id' },
  probe: findUploaded,
} satisfies QueuedOperation;

export const mediaOperations = {
  'POST /user/media/images': { ...picture, uploads: 'image', concurrent: true },
  'POST /user/media/images/{imageid/guid}': picture,
  'DELETE /user/media/images': {},
  'DELETE /user/media/images/{imageids}': {},
  'POST /user/media/documents': {
    uploads: 'document',
    creates: { kind: 'document', id: 'documentid' },
  },
  'DELETE /user/media/documents/{documentids}': {},
  'POST /user/media/videos': {
    uploads: 'video',
    creates: { kind: 'video', id: 'videoid' },
  },
  'DELETE /user/media/videos/{videoids}': {},
} satisfies QueuedOperations;

/**
 * Finds among the person's new pictures on the site the one with the same bytes as the sent file. A picture of the same size only
 * may be this one, stored again by the site, or another photo from the same camera, so it is undecidable.
 */
async function findUploaded(question: Question): Promise<Found> {
  const { entry } = question;
  const [whole, kept] = question.read((s) => {
    const rows = entry.issued.flatMap(({ kind, id }) =>
      kind === 'image' ? (s.media.imageRow(id) ?? []) : [],
    );
    const first = rows[0];
    const file = first && s.media.copies.fileOf(first.guid, 'original');
    return [file, rows.at(-1)] as const;
  });
  const hasSameSize = ({ width, height }: MediaImage): boolean =>
    kept !== undefined && Math.abs(width - kept.width) <= 1 && Math.abs(height - kept.height) <= 1;
  const idOf = ({ image }: MediaImage): number => image.id;
  const same: MediaImage[] = [];
  let alike = 0;
  for await (const item of question.list('/user/media/images', isMediaImage, { idOf })) {
    const isNew = question.read((s) => mayHaveMade(s, entry.entryid, 'image', item.image.id));
    if (!isNew || !hasSameSize(item)) continue;
    const found = await question.picture(item.image.original);
    if (found && createHash('sha256').update(found).digest('hex') === whole?.sha256) same.push(item);
    else alike += 1;
  }
  if (same.length === 0 && alike > 0) return undecidable('the site has a new picture of the same size');
  return choose(question, 'image', same, idOf);
}
