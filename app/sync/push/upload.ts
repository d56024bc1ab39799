import { invariant } from '../../../shared/assert.ts';
import { nameOfKept } from '../../media/formats.ts';
import type { JournalEntry } from '../../replica/journal/entry.ts';
import type { ReplicaReader } from '../../replica/replica.ts';
import type { Round } from '../round.ts';
import { operationOf } from '../../replica/operations/index.ts';
import type { Sent } from '../../replica/plan/plan.ts';

/**
 * Returns the upload that an entry stands for, with its file from this desk's store; `undefined` for operations with a JSON body.
 * A picture is named by the format it is stored in: a BMP may have become a PNG. It was rotated and cropped before it was stored.
 */
export async function uploadOf(
  round: Round,
  entry: JournalEntry,
  plan: Sent,
): Promise<{ plan: Sent; body: { bytes: Buffer; mime: string } } | undefined> {
  const { uploads: kind } = operationOf(entry.route);
  if (kind === undefined) return undefined;
  const file = round.store.read(null, (s) => uploadedFile(s, entry));
  invariant(file, `the file of ${entry.route} is kept until the site has it`);
  const { mime } = file;
  const given = plan.query['file'] ?? 'picture';
  const { turn: _turn, crop: _crop, ...others } = plan.query;
  const query = kind === 'image' ? { ...others, file: nameOfKept(given, mime) } : plan.query;
  return { plan: { ...plan, query }, body: { bytes: await round.media.read(file.sha256), mime } };
}

/**
 * Returns the file of an upload in this desk's store. For a picture cropped at upload that is the whole picture: the site crops
 * it again.
 */
export function uploadedFile(
  s: ReplicaReader,
  { route, issued }: JournalEntry,
): { sha256: string; mime: string } | undefined {
  const kind = operationOf(route).uploads;
  const id = kind && issued.find((one) => one.kind === kind)?.id;
  if (id === undefined) return undefined;
  if (kind === 'image') {
    const guid = s.media.imageRow(id)?.guid;
    const file = guid === undefined ? undefined : s.media.copies.fileOf(guid, 'original');
    return file?.sha256 ? { sha256: file.sha256, mime: file.mime } : undefined;
  }
  const { sha256, mime } = (kind === 'video' ? s.videos : s.documents).fileOf(id) ?? {};
  return sha256 ? { sha256, mime: mime ?? 'application/octet-stream' } : undefined;
}
