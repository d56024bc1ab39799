import { sql } from '../sql.ts';
import { isMissing } from './resource.ts';
import type { SimpleResource } from './resource.ts';

export const collaboratorsResource: SimpleResource<{ users: number[]; teams: number[] }> = {
  text: (s, guideid) => s.collaborators.feedText(guideid),
  tellsAnonymousGone: true,
  numberedBy: { guide: 1 },
  put: (s, guideid, told) => s.collaborators.putRemote(guideid, told),
  forget: (s, guideid) => s.collaborators.putRemote(guideid, { users: [], teams: [] }),
  waitsForGuide: isMissing,
  here: sql`SELECT guideid AS id FROM collaborator`,
};
