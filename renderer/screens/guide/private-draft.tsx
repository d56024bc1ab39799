import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import type { Guide } from '../../../shared/model/guide.ts';
import { api } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { PublishChip } from '../../features/edit/publish-chip.tsx';

/** For those who may edit a private guide: that it is private, and publishing. */
export function PrivateDraft({ guide: { guideid, revisionid } }: { guide: Guide }): ReactElement {
  const client = useQueryClient();
  const publish = useMutation({
    mutationFn: () => api('PUT /guides/{guideid}/public', { params: { guideid }, query: { revisionid } }),
    onSuccess: () => client.invalidateQueries(),
  });
  return (
    <>
      <PublishChip busy={publish.isPending} onPublish={() => publish.mutate()} />
      {publish.error ? <InlineProblem>{errorMessage(publish.error)}</InlineProblem> : null}
    </>
  );
}
