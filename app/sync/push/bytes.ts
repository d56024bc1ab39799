import { invariant } from '../../../shared/assert.ts';
import type { JournalEntry } from '../../store/journal/entry.ts';
import type { StoreReader } from '../../store/store.ts';
import type { Round } from '../round.ts';

/** The file of an upload, from this desk's own store; `undefined` for operations that carry JSON. */
export async function bytesOf(
  round: Round,
  entry: JournalEntry,
): Promise<{ bytes: Buffer; mime: string } | undefined> {
  const kind = /^POST \/user\/media\/(image|document|video)s$/.exec(entry.route)?.[1];
  if (kind === undefined) return undefined;
  const file = round.store.read(null, (s) => uploaded(s, kind, entry));
  invariant(file, `the file of ${entry.route} is kept until the site has it`);
  return { bytes: await round.media.read(file.sha256), mime: file.mime };
}

/** Of a picture that was cropped at upload, the whole: the site crops it again. */
function uploaded(
  s: StoreReader,
  kind: string,
  { issued }: JournalEntry,
): { sha256: string; mime: string } | undefined {
  const id = issued.find((one) => one.kind === kind)?.id;
  if (kind === 'image') {
    return s.db.oneSql(
      `SELECT f.sha256, f.mime FROM image i JOIN image_file f ON f.guid = i.guid
       WHERE i.imageid = ? AND f.size = 'original' AND f.sha256 IS NOT NULL`,
      [id],
    );
  }
  return s.db.oneSql(
    `SELECT f.sha256, 'application/octet-stream' AS mime FROM ${kind} d JOIN media_file f ON f.guid = d.guid
     WHERE d.${kind}id = ? AND f.sha256 IS NOT NULL`,
    [id],
  );
}
