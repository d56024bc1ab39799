import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { limits } from '../../../shared/limits.ts';
import { api } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';

interface Preview {
  html: string;
  problem: string | null;
}

/** Renders wiki text by the API, with pictures, links and flags; of a very long text only the beginning. */
export function usePreview(text: string): Preview {
  const [asked] = useDebouncedValue(text.slice(0, limits.text.preview.max), 150);
  const { data, error } = useQuery({
    queryKey: ['preview', asked],
    queryFn: ({ signal }) => api('POST /benchside/preview', { body: { text: asked }, signal }),
    enabled: asked.trim() !== '',
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  });
  return { html: asked.trim() === '' ? '' : (data?.html ?? ''), problem: error ? errorMessage(error) : null };
}
