import { z } from 'zod';

import { nameModels } from './models.ts';

export type JsonSchema = { readonly [key: string]: unknown };

/**
 * Returns JSON schemas of parameters, bodies and answers, made in one conversion so that shared schemas have one name. A query
 * parameter has the type of its meaning, not of the text that is sent.
 */
export function jsonSchemas(schemas: Readonly<Record<string, z.ZodType>>): {
  schemas: Record<string, JsonSchema>;
  components: Record<string, JsonSchema>;
} {
  nameModels();
  const { properties, $defs } = z.toJSONSchema(z.object(schemas), {
    target: 'draft-2020-12',
    // Answers are sent as handlers return them, without parsing.
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const meta = z.globalRegistry.get(zodSchema);
      // The conversion omits defaults of transformed values, and keeps the pattern of their text.
      if (meta?.['default'] !== undefined) jsonSchema.default = meta['default'] as typeof jsonSchema.default;
      if (jsonSchema.type !== 'string') delete jsonSchema.pattern;
      // The limits of exact integers need no mention.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      delete jsonSchema.id;
      delete jsonSchema.$schema;
    },
  });
  return JSON.parse(
    JSON.stringify({ schemas: properties, components: $defs ?? {} }).replaceAll(
      '"#/$defs/',
      '"#/components/schemas/',
    ),
  ) as ReturnType<typeof jsonSchemas>;
}
