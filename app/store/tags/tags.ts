import { invalid, notFound } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { withoutPlaceholders } from '../placeholders.ts';
import { readableTags } from '../policy/tags.ts';
import { builder, directions, prepared, sql } from '../sql.ts';
import type { Value } from '../sql.ts';
import type { ReadAccess, WriteAccess } from '../access.ts';
import type { TaggedDocument } from './tagged-document.ts';

const taggedBy = prepared(
  (kind: Value<TaggedDocument['kind']>, id: Value<number>) => sql<{ tagid: number; name: string }>`
    SELECT tagid, name FROM tagged JOIN tag USING (tagid) WHERE kind = ${kind} AND id = ${id}
    ORDER BY name COLLATE NOCASE, name`,
);

const setSiteId = prepared((name: Value<string>, site_tagid: Value<number>) =>
  builder
    .insertInto('tag')
    .values({ name, site_tagid })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ site_tagid })),
);

export class TagReader {
  protected readonly s: ReadAccess;

  constructor(s: ReadAccess) {
    this.s = s;
  }

  /**
   * Returns tags of documents that the viewer may read, in order of creation; at a desk those that the site does not
   * have yet come last.
   */
  all({ order, offset, limit }: { order: 'ASC' | 'DESC'; offset: number; limit: number }): string[] {
    const by = directions[order];
    return this.s.db
      .all(sql<{ name: string }>`SELECT name FROM tag WHERE ${readableTags(this.s)}
         ORDER BY site_tagid IS NULL ${by}, coalesce(site_tagid, tagid) ${by} LIMIT ${limit} OFFSET ${offset}`)
      .map(({ name }) => name);
  }

  /** Returns tags in alphabetical order, without a check of permissions. */
  of(document: TaggedDocument): string[] {
    return this.tagged(document).map(({ name }) => name);
  }

  /** Returns tag ids in the order of `of`. */
  tagids(document: TaggedDocument): number[] {
    return this.tagged(document).map(({ tagid }) => tagid);
  }

  /** Returns ids of guides that have tags. */
  guideids(): number[] {
    return this.s.db
      .all(sql<{ id: number }>`SELECT DISTINCT id FROM tagged WHERE kind = 'guide'`)
      .map(({ id }) => id);
  }

  private tagged({ kind, id }: TaggedDocument): { tagid: number; name: string }[] {
    return this.s.db.all(taggedBy(kind, id));
  }
}

/** Tags make no revision. In the feed, `tags` of a wiki have the negative wikiid. */
export class TagWriter extends TagReader {
  declare protected readonly s: WriteAccess;

  /** Desk: stores the site's ids of tags, which order the site's list. */
  setSiteIds(tags: readonly string[], tagids: readonly number[]): void {
    for (const [index, site_tagid] of tagids.entries()) {
      const name = tags[index];
      if (name !== undefined) this.s.db.run(setSiteId(name, site_tagid));
    }
  }

  /** Adds a tag; one that the document has is kept. @throws AppError `invalid` for one too many */
  add(document: TaggedDocument, tag: string): void {
    const tags = this.of(document);
    const { max } = limits.tag.count;
    if (tags.length >= max && !tags.includes(tag))
      throw invalid('tag', `There can be at most ${max} tags. Remove some first.`);
    this.set(document, [...tags, tag]);
  }

  /** @throws AppError `not-found` for a tag that the document does not have */
  remove(document: TaggedDocument, tag: string): void {
    const tags = this.of(document);
    if (!tags.includes(tag)) throw notFound('Tag');
    this.set(
      document,
      tags.filter((name) => name !== tag),
    );
  }

  set(document: TaggedDocument, tags: readonly string[]): void {
    const { kind, id } = document;
    const before = this.of(document);
    const wanted = new Set(tags.map((tag) => withoutPlaceholders(tag).trim()).filter((tag) => tag !== ''));
    if (before.length === wanted.size && before.every((name) => wanted.has(name))) return;
    this.s.db.run(sql`DELETE FROM tagged WHERE kind = ${kind} AND id = ${id}`);
    for (const name of wanted) {
      this.s.db.run(sql`INSERT INTO tag (name) VALUES (${name}) ON CONFLICT (name) DO NOTHING`);
      this.s.db.run(sql`INSERT INTO tagged (kind, id, tagid) SELECT ${kind}, ${id}, tagid FROM tag
         WHERE name = ${name}`);
    }
    this.s.feed.record('tags', kind === 'guide' ? id : -id);
  }
}
