import { createHash } from 'node:crypto';

import type { MediaImage } from '../../../shared/model/image.ts';
import { mayHaveMade } from '../../store/sync/unknown.ts';
import { fileAddress, reachOf } from '../file-address.ts';
import { listOf } from './ask-site.ts';
import type { Question } from './ask-site.ts';
import { choose, undecidable } from './probe.ts';
import type { Found } from './probe.ts';

/** Size limit of a picture in bytes. */
const maxBytes = 80 * 1024 * 1024;

/**
 * Of the person's new pictures on the site, the one with the very bytes that were sent. One that only measures the same
 * is perhaps the same, stored anew by the site, and perhaps the next photo of the same camera.
 */
export async function probeUpload(question: Question): Promise<Found> {
  const { round, entry } = question;
  const { store, remote } = round;
  const [whole, kept] = store.read(null, (s) => {
    const rows = entry.issued.flatMap(({ kind, id }) =>
      kind === 'image' ? (s.media.imageRow(id) ?? []) : [],
    );
    const first = rows[0];
    const file = first && s.media.copies.fileOf(first.guid, 'original');
    return [file, rows.at(-1)] as const;
  });
  const measuresAlike = ({ width, height }: MediaImage): boolean =>
    kept !== undefined && Math.abs(width - kept.width) <= 1 && Math.abs(height - kept.height) <= 1;
  const same: MediaImage[] = [];
  let alike = 0;
  for await (const item of listOf<MediaImage>(question, '/user/media/images')) {
    const isNew = store.read(null, (s) => mayHaveMade(s, entry.entryid, 'image', item.image.id));
    if (!isNew || !measuresAlike(item)) continue;
    const address = fileAddress(item.image.original, round);
    const found = address && (await remote.bytes(address, reachOf(round, 'picture'), maxBytes));
    if (found && createHash('sha256').update(found.bytes).digest('hex') === whole?.sha256) same.push(item);
    else alike += 1;
  }
  if (same.length === 0 && alike > 0) return undecidable('the site has a new picture of the same size');
  return choose(question, 'image', same, ({ image }) => image.id);
}
