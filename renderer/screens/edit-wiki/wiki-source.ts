import { limits } from '../../../shared/limits.ts';
import type { Draft } from '../../../shared/model/draft.ts';
import type { Image } from '../../../shared/model/image.ts';
import type { CategoryWiki, Wiki } from '../../../shared/model/wiki.ts';
import { api } from '../../api/client.ts';
import { bodyOf, editsOf } from '../../components/editing/draft-body.ts';
import type { Edit, Source, Unit } from '../../components/editing/editor-types.ts';
import { mergeKeyed, mergeText, mergeWhole } from '../../components/editing/merge.ts';
import type { Merged } from '../../components/editing/merge.ts';
import { editWikiTexts } from './texts.ts';

export type WikiDocument = Wiki & Partial<Pick<CategoryWiki, 'parent' | 'info'>>;

export interface Fact {
  key: string;
  name: string;
  value: string;
}

export interface WikiValues {
  display_title: string;
  description: string;
  contents: string;
  image: Image | null;
  flags: string[];
  table_of_contents: boolean;
  /** Title of the category above; empty for the top. */
  parent: string;
  info: Fact[];
}

export type WikiField = keyof WikiValues;

const read: { readonly [Name in WikiField]: (wiki: WikiDocument) => WikiValues[Name] } = {
  display_title: ({ display_title }) => display_title,
  description: ({ description }) => description,
  contents: ({ contents_raw }) => contents_raw,
  image: ({ image }) => image,
  flags: ({ flags }) => (Array.isArray(flags) ? [] : Object.keys(flags)),
  table_of_contents: ({ table_of_contents }) => table_of_contents,
  parent: ({ parent }) => parent ?? '',
  info: ({ info = [] }) => info.map(({ name, value }, index) => ({ key: `at ${index}`, name, value })),
};

const most: Partial<Record<WikiField, number>> = {
  display_title: limits.wiki.title.max,
  description: limits.wiki.description.max,
  contents: limits.wiki.contents.max,
};

const facts = (value: Fact[]): { name: string; value: string }[] =>
  value
    .filter(({ name }) => name.trim() !== '')
    .map(({ name, value: what }) => ({ name: name.trim(), value: what }));

/** What is sent of a field. */
function written(name: WikiField, value: unknown): unknown {
  if (name === 'image') return (value as Image | null)?.id ?? null;
  if (name === 'info') return facts(value as Fact[]);
  return name === 'display_title' || name === 'parent' ? (value as string).trim() : value;
}

/** A wiki for the editor: each field by itself; the place of a category is one of them. */
export class WikiSource implements Source<WikiDocument> {
  readonly draftKey: string;
  private readonly params: { namespace: string; title: string };

  constructor(namespace: string, title: string) {
    this.draftKey = `wiki-${namespace}-${title}`;
    this.params = { namespace, title };
  }

  load(): Promise<WikiDocument> {
    return api('GET /wikis/{namespace}/{title}', { params: this.params });
  }

  read(wiki: WikiDocument, [name]: Unit): unknown {
    return read[name as WikiField](wiki);
  }

  save({ revisionid }: WikiDocument, [name]: Unit, value: unknown): Promise<WikiDocument> {
    const sent = written(name as WikiField, value);
    const { params } = this;
    const query = { revisionid };
    return name === 'parent'
      ? api('PUT /wikis/CATEGORY/{title}/parent', {
          params,
          query,
          body: { parent: typeof sent === 'string' && sent !== '' ? sent : null },
        })
      : api('PATCH /wikis/{namespace}/{title}', { params, query, body: { [name]: sent } });
  }

  same([name]: Unit, a: unknown, b: unknown): boolean {
    return JSON.stringify(written(name as WikiField, a)) === JSON.stringify(written(name as WikiField, b));
  }

  check([name]: Unit, value: unknown): string | null {
    const limit = most[name as WikiField];
    return limit !== undefined && typeof value === 'string' && value.length > limit
      ? editWikiTexts.check.tooLong(value.length, limit)
      : null;
  }

  waits([name]: Unit): boolean {
    return name === 'parent';
  }

  merge(unit: Unit, base: unknown, mine: unknown, theirs: unknown): Merged<unknown> {
    const [name] = unit;
    if (name === 'contents') return mergeText(base as string, mine as string, theirs as string);
    if (name === 'info')
      return mergeKeyed(
        base as Fact[],
        mine as Fact[],
        theirs as Fact[],
        (fact) => fact.name.trim(),
        (a, b) => a.value === b.value,
      );
    if (name === 'flags')
      return mergeKeyed(
        base as string[],
        mine as string[],
        theirs as string[],
        (flagid) => flagid,
        () => true,
      );
    return mergeWhole(base, mine, theirs, (a, b) => this.same(unit, a, b));
  }

  adopt(_unit: Unit, mine: unknown, theirs: unknown, sent?: unknown): unknown {
    return sent === undefined || mine === sent ? theirs : mine;
  }

  arrived(): void {
    // A wiki is known by its title, which stays.
  }

  renamed(_unit: Unit, value: unknown): unknown {
    return value;
  }

  writeDraft(_wiki: WikiDocument, edits: readonly Edit[]): Draft['body'] {
    return bodyOf(edits);
  }

  readDraft(_wiki: WikiDocument, body: Draft['body']): Edit[] {
    return editsOf(body);
  }

  takeDraft(wiki: WikiDocument, body: Draft['body']): Edit[] {
    return this.readDraft(wiki, body);
  }
}
