import type { GlossaryEntry } from '../../../shared/model/glossary.ts';
import { sql } from '../sql.ts';
import { jsonOf } from './resource.ts';
import type { SimpleResource } from './resource.ts';

export const glossaryResource: SimpleResource<GlossaryEntry> = {
  text: (s, entryid) => jsonOf(s.glossary.entry(entryid)),
  tellsAnonymousGone: true,
  put: (s, _entryid, told) => s.glossary.putRemote(told),
  forget: (s, entryid) => s.glossary.forget(entryid),
  here: sql`SELECT entryid AS id FROM glossary_entry`,
};
