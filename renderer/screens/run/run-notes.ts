import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { api } from '../../api/client.ts';
import type { GuideWords } from './changes.ts';

/** What this machine keeps of a run for the person who works on it; none of it is part of the work log. */
export interface RunNotes {
  /** The guide as the run began, or as its changes were last acknowledged. */
  guide: { words?: GuideWords };
  /** What was typed and refused, by field_revisionid: it is stored nowhere else. */
  typed: Record<string, string>;
}

type Topic = keyof RunNotes;

/** The id of a run changes when the site learns of it; its order and its beginning do not. */
const keyOf = ({ workorderid, starttime }: WorkLogEntry, topic: Topic): string =>
  `run ${topic} ${starttime} ${workorderid}`;

const notesQuery = <T extends Topic>(entry: WorkLogEntry, topic: T) =>
  queryOptions({
    queryKey: ['run-notes', keyOf(entry, topic)],
    queryFn: async ({ signal }) => {
      const draft = await api('GET /benchside/drafts/{key}', {
        params: { key: keyOf(entry, topic) },
        signal,
      });
      return (draft?.body ?? {}) as RunNotes[T];
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

/** Undefined until it is known what was kept. */
export function useRunNotes<T extends Topic>(
  entry: WorkLogEntry,
  topic: T,
): { notes: RunNotes[T] | undefined; note: (notes: RunNotes[T]) => void } {
  const client = useQueryClient();
  const query = notesQuery(entry, topic);
  const { data } = useQuery(query);
  const { mutate } = useMutation({
    scope: { id: keyOf(entry, topic) },
    mutationFn: (body: RunNotes[T]) =>
      api('PUT /benchside/drafts/{key}', { params: { key: keyOf(entry, topic) }, body }),
  });
  return {
    notes: data,
    note: (notes) => {
      client.setQueryData(query.queryKey, () => notes);
      mutate(notes);
    },
  };
}

/** A run that is over needs none. */
export async function forgetRunNotes(entry: WorkLogEntry): Promise<void> {
  await Promise.all(
    (['guide', 'typed'] as const).map((topic) =>
      api('DELETE /benchside/drafts/{key}', { params: { key: keyOf(entry, topic) } }),
    ),
  );
}
