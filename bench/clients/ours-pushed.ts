import type { Core } from '../../app/core.ts';
import { hashToken } from '../../app/identity/token.ts';
import type { Metrics } from '../stats.ts';
import { seconds } from '../stats.ts';
import { change, disputedIds, editedIds, editor, offlineWords } from '../touched.ts';
import type { RoundTold } from './ours-worker.ts';

/**
 * A day of edits at a desk, as its window makes them, and the round that sends them: `push_s` until all have been sent,
 * or set aside for a person, and what the site has is here.
 */
export async function pushed(
  core: Core,
  round: () => Promise<RoundTold>,
  url: string,
  size: number,
): Promise<Metrics> {
  const { store } = core.ctx;
  store.transact(null, (s) => {
    s.users.putRemote({ ...s.users.summary(editor.userid), privileges: ['Admin'] });
    s.sessions.add({ userid: editor.userid, tokenHash: hashToken(editor.token) });
  });
  const queue_s = await seconds(async () => {
    for (const guideid of editedIds(size)) {
      const { revisionid, introduction_raw } = store.read(null, (s) => s.guides.document(guideid).body);
      const response = await core.fetch(
        new Request(`http://desk/api/2.0/guides/${guideid}?revisionid=${revisionid}`, {
          method: 'PATCH',
          headers: { Authorization: `api ${editor.token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ introduction: introduction_raw + offlineWords }),
        }),
      );
      if (!response.ok) throw new Error(`an edit was refused: ${await response.text()}`);
    }
  });
  await change(url, 'dispute');
  const { textMs, sentMs } = await round();
  const { done, parked } = store.read(null, (s) => s.journal.counts());
  const disputed = disputedIds(size).length;
  if (parked !== disputed || done !== editedIds(size).length - disputed)
    throw new Error(`${done} edits were sent and ${parked} set aside`);
  return { queue_s, push_s: textMs / 1000, sent_s: sentMs / 1000 };
}
