import type { TestCore } from './core.ts';

/** A line of a hub's feed. The first and the last are about no resource; the first has the counts. */
export interface FeedLine {
  counts?: object;
  kind?: string;
  id?: number;
  doc?: object;
  deleted?: true;
}

/** Returns the feed of a hub as a person reads it; without a token, as nobody. */
export async function feedLines(
  core: TestCore,
  token: string | undefined,
  query: 'after=0' | 'after=0&beyond=public' = 'after=0',
): Promise<FeedLine[]> {
  const answer = await core.call(`GET /benchside/changes?${query}`, token === undefined ? {} : { token });
  return (await answer.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as FeedLine);
}
