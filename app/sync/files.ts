import { limits } from '../../shared/limits.ts';
import type { MediaStorage } from '../media/storage.ts';
import { siteFileAddress, fetchScopeOf } from './file-address.ts';
import { requireRoom } from './pictures.ts';
import { RemoteError, isAway } from './remote.ts';
import { yieldToEventLoop } from './round.ts';
import type { Round } from './round.ts';

/** Larger files stay on the site and are opened there. */
const maxBytes = limits.media.document.max;

/** Fetches documents and videos after the pictures, one at a time: they are large and few. */
export async function fetchFiles(round: Round, media: MediaStorage): Promise<void> {
  const { store } = round;
  store.transact(null, (s) => s.media.files.retryFailed());
  for (;;) {
    const [wanted] = store.read(null, (s) => s.media.files.nextWanted(1, 1));
    if (!wanted || round.stopped() || round.hurried()) return;
    requireRoom(store);
    const address = siteFileAddress(wanted.remote, round);
    try {
      if (!address) throw new RemoteError('refused', 'The address that the hub gives is not valid.');
      const { bytes, mime } = await round.remote.bytes(address, fetchScopeOf(round, 'file'), maxBytes);
      const file = await media.write(bytes);
      store.transact(null, (s) => s.media.files.putCopy(wanted.guid, file, mime));
    } catch (error) {
      if (!(error instanceof RemoteError)) throw error;
      if (isAway(error) && address?.origin === round.remote.origin) throw error;
      store.transact(null, (s) => s.media.files.markFailed(wanted.guid, error.message));
    }
    await yieldToEventLoop();
  }
}
