import { invariant } from '../../../shared/assert.ts';
import { nameOfKept } from '../../media/formats.ts';
import type { JournalEntry } from '../../store/journal/entry.ts';
import type { StoreReader } from '../../store/store.ts';
import type { Round } from '../round.ts';
import type { Plan } from './plan.ts';

type Sent = Plan & { kind: 'send' };

/**
 * The upload an entry stands for, with its file from this desk's own store; `undefined` for operations that carry JSON. A
 * picture goes under the name of the format it is kept in: a BMP may have become a PNG.
 */
export async function uploadOf(
  round: Round,
  entry: JournalEntry,
  plan: Sent,
): Promise<{ plan: Sent; body: { bytes: Buffer; mime: string } } | undefined> {
  const kind = /^POST \/user\/media\/(image|document|video)s$/.exec(entry.route)?.[1];
  if (kind === undefined) return undefined;
  const file = round.store.read(null, (s) => fileOf(s, kind, entry));
  invariant(file, `the file of ${entry.route} is kept until the site has it`);
  const { mime } = file;
  const given = plan.query['file'] ?? '';
  const query = kind === 'image' ? { ...plan.query, file: nameOfKept(given, mime) } : plan.query;
  return { plan: { ...plan, query }, body: { bytes: await round.media.read(file.sha256), mime } };
}

/** Of a picture that was cropped at upload, the whole: the site crops it again. */
function fileOf(
  s: StoreReader,
  kind: string,
  { issued }: JournalEntry,
): { sha256: string; mime: string } | undefined {
  const id = issued.find((one) => one.kind === kind)?.id ?? 0;
  if (kind === 'image') {
    const guid = s.media.imageRow(id)?.guid;
    const file = guid === undefined ? undefined : s.media.copies.fileOf(guid, 'original');
    return file?.sha256 ? { sha256: file.sha256, mime: file.mime } : undefined;
  }
  const { sha256, mime } = (kind === 'video' ? s.videos : s.documents).fileOf(id) ?? {};
  return sha256 ? { sha256, mime: mime ?? 'application/octet-stream' } : undefined;
}
