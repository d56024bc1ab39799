import { chooseMedia, mediaAt, mediaPlace, refuseOwnFolder } from '../media/open-media.ts';
import { withHub } from './open-hub.ts';
import { endProgress, print, printJson, progress } from './run.ts';

/**
 * `benchside move-media`: copies the files of a hub's pictures, documents and videos to another storage and uses that from then
 * on. Can be stopped and started again; what is there already is not copied a second time. The old files stay.
 */
export async function moveMedia({
  data,
  database,
  to,
  json,
}: {
  data: string;
  database?: string;
  to: string;
  json?: boolean;
}): Promise<void> {
  const result = await withHub({ dataDir: data, database }, async ({ ctx: { store, media, config } }) => {
    refuseOwnFolder(store, to);
    const target = mediaAt(to, config);
    await target.requireUsable();
    const files = store.read(null, (s) => s.media.copies.storedFiles());
    const done = { copied: 0, known: 0, missing: 0, bytes: 0 };
    for (const [index, { sha256, bytes }] of files.entries()) {
      progress(`files ${index}/${files.length}`);
      if ((await target.size(sha256)) === bytes) done.known += 1;
      else if ((await media.size(sha256)) === undefined) done.missing += 1;
      else {
        await target.write(media.stream(sha256, 0, bytes - 1), { sha256, bytes });
        done.copied += 1;
        done.bytes += bytes;
      }
    }
    chooseMedia(store, to);
    return done;
  });
  endProgress();
  if (json) return printJson(result);
  const missing = result.missing === 0 ? '' : ` ${result.missing} were missing before and are still.`;
  print(
    `The files are in ${mediaPlace(to)}: ${result.copied} copied, ${result.known} were there.${missing} The old ones stay where they were.`,
  );
}
