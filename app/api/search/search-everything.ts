import { namespaces } from '../../../shared/model/wiki.ts';
import type { Match, SearchKind } from '../../store/search/reader.ts';
import { totalCap } from '../../store/search/reader.ts';
import type { ReplicaReader } from '../../replica/replica.ts';

interface Options {
  /** Guides and wikis if absent; unknown words match nothing. */
  doctypes: string[] | undefined;
  limit: number;
  offset: number;
}

interface Found {
  /** Counted up to the limit of the search. */
  total: number;
  /** JSON texts with placeholders. */
  results: string[];
}

const kindOfWord = new Map<string, SearchKind>([
  ['guide', 'guide'],
  // Third-party sites call a category a device.
  ['device', 'CATEGORY'],
  ...namespaces.map((namespace) => [namespace.toLowerCase(), namespace] as const),
]);

/** Searches guides and wikis, the best match first, and then people by name, if those are requested. */
export function searchEverything(
  s: ReplicaReader,
  text: string,
  { doctypes, limit, offset }: Options,
): Found {
  const words = doctypes?.map((word) => word.toLowerCase());
  const kinds = words?.flatMap((word) => kindOfWord.get(word) ?? []);
  const documents = s.search.find({ text, kinds, limit, offset });
  const results = documents.page.flatMap((match) => resultOf(s, match));
  if (!words?.includes('user') || text.trim() === '') return { total: documents.total, results };
  const people = s.users
    .search(text, { limit: totalCap, offset: 0 })
    .map((user) => `{"dataType":"user",${user.slice(1)}`);
  const start = Math.max(0, offset - documents.total);
  return {
    total: documents.total + people.length,
    results: [...results, ...people.slice(start, start + limit - results.length)],
  };
}

function resultOf(s: ReplicaReader, { kind, id }: Match): string[] {
  if (kind === 'guide') {
    const row = s.guides.row(id);
    return row && s.guides.isVisible(row) ? [s.guides.summaryOf(row)] : [];
  }
  const row = s.wikis.row(id);
  return row && !row.deleted && s.wikis.maySee(row) ? [s.wikis.summaryOf(row)] : [];
}
