import type { Draft } from '../../../shared/model/draft.ts';
import type { Edit, Unit } from './editor-types.ts';

interface KeptUnit {
  kind: string;
  key?: string;
  base: unknown;
  value: unknown;
}

/** Version of the format of drafts. Drafts with another number, of older programs, are ignored. */
const shape = 1;

export const draftBody = (edits: readonly Edit[], more: Record<string, unknown> = {}): Draft['body'] => ({
  shape,
  units: edits.map(({ unit: [kind, key], base, value }): KeptUnit => ({
    kind,
    ...(key === undefined ? {} : { key }),
    base,
    value,
  })),
  ...more,
});

export function editsOf(body: Draft['body']): Edit[] {
  const { units } = body;
  if (body['shape'] !== shape || !Array.isArray(units)) return [];
  return (units as KeptUnit[]).map(({ kind, key, base, value }) => ({
    unit: (key === undefined ? [kind] : [kind, key]) satisfies Unit,
    base,
    value,
  }));
}
