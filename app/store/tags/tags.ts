import { notFound } from '../../../shared/errors.ts';
import { withoutPlaceholders } from '../placeholders.ts';
import { readableTags } from '../policy/tags.ts';
import type { StoreReader, StoreWriter } from '../store.ts';

type Kind = 'guide' | 'wiki';

export class TagReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  /**
   * Returns tags of documents that the viewer may read, in order of creation; at a desk those that the site does not
   * have yet come last.
   */
  all({ order, offset, limit }: { order: 'ASC' | 'DESC'; offset: number; limit: number }): string[] {
    const { sql, parameters } = readableTags(this.s);
    return this.names(
      `SELECT name FROM tag WHERE ${sql} ORDER BY site_tagid IS NULL ${order}, coalesce(site_tagid, tagid) ${order} LIMIT :limit OFFSET :offset`,
      [{ ...parameters, limit, offset }],
    );
  }

  /** Returns tags in alphabetical order, without a check of permissions. */
  ofGuide(guideid: number): string[] {
    return this.of('guide', guideid);
  }

  ofWiki(wikiid: number): string[] {
    return this.of('wiki', wikiid);
  }

  /** Returns tag ids in the order of `ofGuide` and `ofWiki`. @param id guideid, or negative wikiid */
  tagids(id: number): number[] {
    return this.tagged(id > 0 ? 'guide' : 'wiki', Math.abs(id)).map(({ tagid }) => tagid);
  }

  /** Returns ids of guides that have tags. */
  guideids(): number[] {
    return this.s.db
      .allSql<{ id: number }>("SELECT DISTINCT id FROM tagged WHERE kind = 'guide'")
      .map(({ id }) => id);
  }

  protected of(kind: Kind, id: number): string[] {
    return this.tagged(kind, id).map(({ name }) => name);
  }

  private tagged(kind: Kind, id: number): { tagid: number; name: string }[] {
    return this.s.db.allSql(
      `SELECT tagid, name FROM tagged JOIN tag USING (tagid) WHERE kind = ? AND id = ?
       ORDER BY name COLLATE NOCASE, name`,
      [kind, id],
    );
  }

  private names(sql: string, parameters: readonly unknown[]): string[] {
    return this.s.db.allSql<{ name: string }>(sql, parameters).map((row) => row.name);
  }
}

/** Tags make no revision. In the feed, `tags` of a wiki have the negative wikiid. */
export class TagWriter extends TagReader {
  declare protected readonly s: StoreWriter;

  setForGuide(guideid: number, tags: readonly string[]): void {
    this.set('guide', guideid, tags);
  }

  setForWiki(wikiid: number, tags: readonly string[]): void {
    this.set('wiki', wikiid, tags);
  }

  /** Desk: stores the site's ids of tags, which order the site's list. */
  setSiteIds(tags: readonly string[], tagids: readonly number[]): void {
    const sql =
      'INSERT INTO tag (name, site_tagid) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET site_tagid = excluded.site_tagid';
    for (const [index, tagid] of tagids.entries()) this.s.db.runSql(sql, [tags[index], tagid]);
  }

  /** Adds a tag; one that the document has is kept. */
  add(kind: Kind, id: number, tag: string): void {
    this.set(kind, id, [...this.of(kind, id), tag]);
  }

  /** @throws AppError `not-found` for a tag that the document does not have */
  remove(kind: Kind, id: number, tag: string): void {
    const tags = this.of(kind, id);
    if (!tags.includes(tag)) throw notFound('Tag');
    this.set(
      kind,
      id,
      tags.filter((name) => name !== tag),
    );
  }

  private set(kind: Kind, id: number, tags: readonly string[]): void {
    const before = this.of(kind, id);
    const wanted = new Set(tags.map((tag) => withoutPlaceholders(tag).trim()).filter((tag) => tag !== ''));
    if (before.length === wanted.size && before.every((name) => wanted.has(name))) return;
    this.s.db.runSql('DELETE FROM tagged WHERE kind = ? AND id = ?', [kind, id]);
    for (const name of wanted) {
      this.s.db.runSql('INSERT INTO tag (name) VALUES (?) ON CONFLICT (name) DO NOTHING', [name]);
      this.s.db.runSql('INSERT INTO tagged (kind, id, tagid) SELECT ?, ?, tagid FROM tag WHERE name = ?', [
        kind,
        id,
        name,
      ]);
    }
    this.s.feed.record('tags', kind === 'guide' ? id : -id);
  }
}
