import { z } from 'zod';

import { nameModels } from './models.ts';

export type JsonSchema = { readonly [key: string]: unknown };

/**
 * JSON schemas of what travels, in one conversion so that shared shapes have one name each. A query parameter is
 * described as what it means, not as the text it is sent as.
 */
export function jsonSchemas(schemas: Readonly<Record<string, z.ZodType>>): {
  schemas: Record<string, JsonSchema>;
  components: Record<string, JsonSchema>;
} {
  nameModels();
  const { properties, $defs } = z.toJSONSchema(z.object(schemas), {
    target: 'draft-2020-12',
    // Answers go out as handlers give them: nothing is parsed on the way.
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const meta = z.globalRegistry.get(zodSchema);
      // The conversion leaves out defaults of what is transformed, and keeps the pattern of its text.
      if (meta?.['default'] !== undefined) jsonSchema.default = meta['default'] as typeof jsonSchema.default;
      if (jsonSchema.type !== 'string') delete jsonSchema.pattern;
      // That an integer is one a program can hold exactly goes without saying.
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
