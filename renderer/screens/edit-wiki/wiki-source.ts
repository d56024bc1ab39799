import { longestText } from '../../../shared/limits.ts';
import type { Draft } from '../../../shared/model/draft.ts';
import type { Image } from '../../../shared/model/image.ts';
import type { WikiDocument } from '../../../shared/model/wiki.ts';
import { api } from '../../api/client.ts';
import type { PageAddress } from '../../api/queries/wikis.ts';
import { draftBody, editsOf } from '../../features/edit/draft-body.ts';
import type { Edit, DocumentSource, Unit } from '../../features/edit/editor-types.ts';
import { mergeSequence, mergeSet } from '../../../shared/merge/sequence.ts';
import { mergeText } from '../../../shared/merge/text.ts';
import { mergeWhole } from '../../../shared/merge/value.ts';
import type { Merged } from '../../../shared/merge/value.ts';
import { editWikiTexts } from './texts.ts';

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
  /** Title of the parent category; empty for a top-level one. */
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

const most: Partial<Record<WikiField, number>> = longestText.wiki;

const facts = (value: Fact[]): { name: string; value: string }[] =>
  value
    .filter(({ name }) => name.trim() !== '')
    .map(({ name, value: what }) => ({ name: name.trim(), value: what }));

/** Returns a field's value for a request. */
function written(name: WikiField, value: unknown): unknown {
  if (name === 'image') return (value as Image | null)?.id ?? null;
  if (name === 'info') return facts(value as Fact[]);
  return name === 'display_title' || name === 'parent' ? (value as string).trim() : value;
}

/** Adapts a wiki to the editor. Each field is a unit, also a category's parent. */
export class WikiEditorSource implements DocumentSource<WikiDocument> {
  readonly draftKey: string;
  private readonly params: { namespace: string; title: string };
  /** Names the page in one of its languages; empty if it has only one. */
  private readonly variant: { langid?: string };

  constructor({ namespace, title, langid }: PageAddress) {
    this.draftKey = `wiki-${namespace}-${title}${langid === undefined ? '' : `-${langid}`}`;
    this.params = { namespace, title };
    this.variant = langid === undefined ? {} : { langid };
  }

  load(): Promise<WikiDocument> {
    return api('GET /wikis/{namespace}/{title}', { params: this.params, query: this.variant });
  }

  read(wiki: WikiDocument, [name]: Unit): unknown {
    return read[name as WikiField](wiki);
  }

  save({ revisionid }: WikiDocument, [name]: Unit, value: unknown): Promise<WikiDocument> {
    const sent = written(name as WikiField, value);
    const { params } = this;
    const query = { revisionid, ...this.variant };
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
      return mergeSequence(
        { base: base as Fact[], mine: mine as Fact[], theirs: theirs as Fact[] },
        { keyOf: (fact) => fact.name.trim(), equal: (a, b) => a.value === b.value },
      );
    if (name === 'flags') return mergeSet(base as string[], mine as string[], theirs as string[]);
    return mergeWhole(base, mine, theirs, (a, b) => this.same(unit, a, b));
  }

  reconcile(_unit: Unit, mine: unknown, theirs: unknown, sent?: unknown): unknown {
    return sent === undefined || mine === sent ? theirs : mine;
  }

  arrived(): void {
    // A wiki is identified by its title, which does not change.
  }

  renamed(_unit: Unit, value: unknown): unknown {
    return value;
  }

  writeDraft(_wiki: WikiDocument, edits: readonly Edit[]): Draft['body'] {
    return draftBody(edits);
  }

  readDraft(_wiki: WikiDocument, body: Draft['body']): Edit[] {
    return editsOf(body);
  }

  takeDraft(wiki: WikiDocument, body: Draft['body']): Edit[] {
    return this.readDraft(wiki, body);
  }
}
