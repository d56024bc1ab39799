import { sql } from '../sql.ts';
import type { SqlPart } from '../sql.ts';
import type { StoreReader, StoreWriter } from '../aggregates.ts';
import { collaboratorsResource } from './collaborators.ts';
import { commentResource } from './comment.ts';
import { formResource } from './form.ts';
import { glossaryResource } from './glossary.ts';
import { guideResource } from './guide.ts';
import { completionsResource, favoritesResource, notificationsResource } from './marks.ts';
import { documentResource, imageResource, videoResource } from './media.ts';
import { releaseResource } from './release.ts';
import { numbered } from './resource.ts';
import type { Resource, SimpleResource } from './resource.ts';
import { isResourceKind } from './kinds.ts';
import type { ResourceKind, SimpleKind } from './kinds.ts';
import { assignmentResource, runResource } from './run.ts';
import { siteResource } from './site.ts';
import { tagsResource } from './tags.ts';
import { teamResource } from './team.ts';
import { translationsResource } from './translations.ts';
import { userResource } from './user.ts';
import { viewsResource } from './views.ts';
import { wikiResource } from './wiki.ts';

/** Kinds that are stored as they arrive, by their name in the feed. */
export const simpleResources = {
  user: userResource,
  team: teamResource,
  comment: commentResource,
  tags: tagsResource,
  favorites: favoritesResource,
  completions: completionsResource,
  notifications: notificationsResource,
  site: siteResource,
  form: formResource,
  entry: runResource,
  assignment: assignmentResource,
  release: releaseResource,
  glossary: glossaryResource,
  translations: translationsResource,
  collaborators: collaboratorsResource,
  image: imageResource,
  video: videoResource,
  document: documentResource,
  views: viewsResource,
} satisfies Record<SimpleKind, SimpleResource>;

/** All kinds in a hub's feed. */
export const resources = { guide: guideResource, wiki: wikiResource, ...simpleResources } satisfies Record<
  ResourceKind,
  Resource
>;

export const resourceOf = (kind: ResourceKind): Resource => resources[kind];
export const simpleResourceOf = (kind: SimpleKind): SimpleResource => simpleResources[kind];

/** Desk: returns all ids of a kind that the site gave. */
export const idsHere = (s: StoreReader, here: SqlPart): number[] =>
  s.db.all(sql<{ id: number }>`SELECT DISTINCT id FROM (${here}) WHERE id > 0`).map(({ id }) => id);

/** Desk: returns whether a thing of a kind that lists its ids is stored, under whatever id. */
export function isStored(s: StoreReader, kind: SimpleKind, id: number): boolean {
  const { here } = simpleResourceOf(kind);
  return here !== undefined && s.db.one(sql`SELECT 1 FROM (${here}) WHERE id = ${id}`) !== undefined;
}

/** Desk: restores the site's version of something edited here; without a document it is removed. */
export function restoreSiteVersion(s: StoreWriter, kind: SimpleKind, id: number, doc: unknown): void {
  const resource = simpleResourceOf(kind);
  if (doc === undefined) return resource.forget(s, id);
  resource.put(s, id, (resource.refreshed?.(s, doc as never) ?? doc) as never, {});
}

/**
 * Returns the resource that an id refers to: tags with id -7 belong to wiki 7, and those with id -1000000007 to a guide made at
 * this desk.
 */
export function numberNamed(kind: string, id: number): { kind: string; id: number } {
  const by = isResourceKind(kind) ? resourceOf(kind).numberedBy : undefined;
  return numbered(by ?? {}, id) ?? { kind, id };
}
