import { z } from 'zod';

import { limits } from '../../../shared/limits.ts';
import { glossaryChange, glossaryEntry } from '../../../shared/model/glossary.ts';
import { defineEndpoint } from '../endpoint.ts';

const entries = z.array(glossaryChange).min(1, 'must not be empty').max(limits.glossary.changes.max);

const shape = z.union([entries, z.object({ entries })]);

/** A list, or an object with one. No `z.union`, which would not report the errors inside. */
const changes = z
  .unknown()
  .transform((value, context) => {
    const wrapped = z.looseObject({ entries: z.unknown() }).safeParse(value);
    const result = entries.safeParse(wrapped.success ? wrapped.data.entries : value);
    if (result.success) return result.data;
    for (const { path, message } of result.error.issues.slice(0, limits.answer.errors.max)) {
      context.addIssue({ code: 'custom', path: ['entries', ...path], message });
    }
    return z.NEVER;
  })
  .meta(z.toJSONSchema(shape, { io: 'input' }));

export const changeGlossaryEntries = defineEndpoint({
  route: 'PUT /translation_glossary/entries',
  summary:
    'Add, change and delete entries, all or none; `translations` is the full new list. The answer is the whole glossary',
  auth: 'user',
  body: changes,
  manyValues: true,
  response: z.array(glossaryEntry),
  errors: ['forbidden', 'invalid'],
  may: ['author', 'admin'],
  example: {
    body: {
      entries: [
        { term: 'seal', translations: { de: 'Dichtung' } },
        { entryid: 1, translations: { de: 'Kolben' } },
      ],
    },
  },
  handler: ({ body, write }) =>
    write((s) => {
      s.glossary.change(body);
      return s.glossary.list();
    }),
});
