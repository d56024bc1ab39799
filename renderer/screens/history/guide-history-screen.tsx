import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { api } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { LoadingPage, LoadingRows } from '../../components/loading.tsx';
import { FailedNotice } from '../../components/notice.tsx';
import { useTitle } from '../../hooks/page.ts';
import { paths } from '../../location.ts';
import { infoQuery } from '../../api/queries/site.ts';
import { ChangesView } from './changes-view.tsx';
import { fieldChanges, stepChanges } from './changes.ts';
import { History } from './history.tsx';
import type { Version } from './use-versions.ts';
import { guideRevisionsQuery, guideVersionQuery, workingGuideQuery } from '../../api/queries/guides.ts';
import { historyTexts } from './texts.ts';
import { useRestoreRevision } from './use-restore.ts';
import { useVersions } from './use-versions.ts';

export function GuideHistoryScreen({ guideid }: { guideid: number }): ReactElement {
  const client = useQueryClient();
  const { data: info } = useQuery(infoQuery);
  const guide = useQuery(workingGuideQuery(guideid));
  const revisions = useInfiniteQuery(guideRevisionsQuery(guideid));
  const current = guide.data?.revisionid ?? 0;
  // If the current revision is the site's, the site has its own one for each of this desk's: hide the provisional ones.
  const versions: Version[] = (revisions.data?.pages.flat() ?? [])
    .filter(({ revisionid }) => current < 0 || revisionid > 0)
    .map((revision) => ({
      ...revision,
      username: revision.username || null,
      current: revision.revisionid === current,
    }));
  const shown = useVersions(versions);
  const restore = useRestoreRevision(
    (query) => api('POST /benchside/guides/{guideid}/revert', { params: { guideid }, query }),
    async () => {
      const { revisionid } = await client.fetchQuery({ ...workingGuideQuery(guideid), staleTime: 0 });
      return revisionid;
    },
  );
  useTitle(guide.data ? historyTexts.of(guide.data.title) : historyTexts.title);

  const error = guide.error ?? revisions.error;
  if (error)
    return (
      <FailedNotice error={error} retry={() => void Promise.all([guide.refetch(), revisions.refetch()])} />
    );
  if (!guide.data || !revisions.data) return <LoadingPage />;
  const { title, can_edit: mayEdit, url } = guide.data;
  return (
    <History
      title={title}
      to={{ read: paths.guide(guideid), edit: mayEdit ? paths.editGuide(guideid) : null }}
      versions={versions}
      shown={shown}
      restore={mayEdit ? restore : null}
      onMore={revisions.hasNextPage ? () => void revisions.fetchNextPage() : null}
      site={info?.profile === 'desk' ? url : null}
    >
      {shown.pair ? <Comparison guideid={guideid} {...shown.pair} /> : null}
    </History>
  );
}

interface ComparisonProps {
  guideid: number;
  /** Revisionids. */
  before: number;
  after: number;
}

function Comparison({ guideid, before, after }: ComparisonProps): ReactElement {
  const old = useQuery(guideVersionQuery(guideid, before));
  const now = useQuery(guideVersionQuery(guideid, after));
  const error = old.error ?? now.error;
  if (error) return <p role="alert">{`${historyTexts.missing} (${errorMessage(error)})`}</p>;
  if (!old.data || !now.data) return <LoadingRows />;
  return (
    <ChangesView
      fields={fieldChanges(old.data, now.data)}
      steps={stepChanges(old.data.steps, now.data.steps)}
    />
  );
}
