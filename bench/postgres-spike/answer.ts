import { ReplicaReader } from '../../app/replica/replica.ts';
import type { Db } from '../../app/store/database.ts';
import { fillPlaceholders } from '../../app/store/placeholders.ts';

const addresses = { media: 'http://hub.test/igi/', site: 'http://hub.test' };

/** Answers `/guides/<guideid>` and `/comments/<guideid>` as the API's handlers do for someone who has not signed in. */
export function answer(db: Db, path: string): string {
  const [, resource, id] = path.split('/');
  const guideid = Number(id);
  const text = db.snapshot(() => {
    const s = new ReplicaReader(db, null, Date.now() / 1000);
    const row = s.guides.requireVisible(guideid);
    return resource === 'comments'
      ? JSON.stringify(s.comments.ofGuide(guideid))
      : s.guides.answer(row, { prerequisiteSteps: true });
  });
  return fillPlaceholders(text, addresses);
}
