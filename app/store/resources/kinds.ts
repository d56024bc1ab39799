/** Kinds whose pending edits are merged with the site's version, field by field. */
export const mergedKinds = ['guide', 'wiki'] as const;

/** Kinds that are stored as they arrive, by their name in the feed. */
export const simpleKinds = [
  'user',
  'team',
  'comment',
  'tags',
  'favorites',
  'completions',
  'notifications',
  'site',
  'form',
  'entry',
  'assignment',
  'release',
  'glossary',
  'translations',
  'collaborators',
  'image',
  'video',
  'document',
  'views',
] as const;
export type SimpleKind = (typeof simpleKinds)[number];

/** All kinds in a hub's feed. `index.ts` has a resource for each. */
export const resourceKinds = [...mergedKinds, ...simpleKinds];
export type ResourceKind = (typeof resourceKinds)[number];

const isOneOf =
  <Kind extends string>(kinds: readonly Kind[]) =>
  (kind: string): kind is Kind =>
    kinds.some((one) => one === kind);

/** A newer hub may send kinds that this version does not know. */
export const isResourceKind = isOneOf(resourceKinds);
export const isMergedKind = isOneOf(mergedKinds);
export const isSimpleKind = isOneOf(simpleKinds);
