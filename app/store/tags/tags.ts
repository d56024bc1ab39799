import { notFound } from '../../../shared/errors.ts';
import { withoutHoles } from '../holes.ts';
import type { StoreReader, StoreWriter } from '../store.ts';

type Kind = 'guide' | 'wiki';

export class TagReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  /** Tags in use, in the order they were made. */
  all({ order, offset, limit }: { order: 'ASC' | 'DESC'; offset: number; limit: number }): string[] {
    return this.names(
      `SELECT name FROM tag WHERE EXISTS (SELECT 1 FROM tagged WHERE tagged.tagid = tag.tagid)
       ORDER BY tagid ${order} LIMIT ? OFFSET ?`,
      [limit, offset],
    );
  }

  /** Alphabetical, whoever asks. */
  ofGuide(guideid: number): string[] {
    return this.of('guide', guideid);
  }

  ofWiki(wikiid: number): string[] {
    return this.of('wiki', wikiid);
  }

  /** Of guides that have any. */
  guideids(): number[] {
    return this.s.db
      .allSql<{ id: number }>("SELECT DISTINCT id FROM tagged WHERE kind = 'guide'")
      .map(({ id }) => id);
  }

  protected of(kind: Kind, id: number): string[] {
    return this.names(
      'SELECT name FROM tagged JOIN tag USING (tagid) WHERE kind = ? AND id = ? ORDER BY name COLLATE NOCASE, name',
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

  /** A tag that is there already stays as it is. */
  add(kind: Kind, id: number, tag: string): void {
    this.set(kind, id, [...this.of(kind, id), tag]);
  }

  /** @throws AppError `not-found` for a tag that is not there */
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
    const wanted = new Set(tags.map((tag) => withoutHoles(tag).trim()).filter((tag) => tag !== ''));
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
