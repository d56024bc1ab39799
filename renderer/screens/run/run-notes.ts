import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import { api } from '../../api/client.ts';
import type { GuideWords } from './changes.ts';

/** Notes that this desk stores for the person of a run, outside of the work log. */
export interface RunNotes {
  /** The guide when the run began, or when its changes were last acknowledged. */
  guide: { words?: GuideWords };
  /** Refused input by field_revisionid; stored nowhere else. */
  typed: Record<string, string>;
  /** `read`: time of the last hand-over whose note the person has read, UNIX seconds. */
  handOver: { read?: number };
}

type Topic = keyof RunNotes;

/** The site replaces a run's provisional id, but not its work order and start. */
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

/** Returns the notes of one topic; undefined until loaded. */
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

/** Deletes the notes of an ended run. */
export async function forgetRunNotes(entry: WorkLogEntry): Promise<void> {
  await Promise.all(
    (['guide', 'typed', 'handOver'] as const).map((topic) =>
      api('DELETE /benchside/drafts/{key}', { params: { key: keyOf(entry, topic) } }),
    ),
  );
}
