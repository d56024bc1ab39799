import { sql } from '../sql.ts';
import type { Translation } from '../translations/reader.ts';
import { isMissing, jsonOf } from './resource.ts';
import type { SimpleResource } from './resource.ts';

export const translationsResource: SimpleResource<Translation[]> = {
  text: (s, guideid) => jsonOf(s.translations.ofGuide(guideid)),
  tellsAnonymousGone: true,
  numberedBy: { guide: 1 },
  put: (s, guideid, told) => s.translations.putRemote(guideid, told),
  forget: (s, guideid) => s.translations.putRemote(guideid, []),
  waitsForGuide: isMissing,
  here: sql`SELECT guideid AS id FROM translation WHERE deleted = 0`,
};
