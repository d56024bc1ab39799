import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { api } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { LoadingPage, LoadingRows } from '../../components/loading.tsx';
import { FailedNotice } from '../../components/notice.tsx';
import { useTitle } from '../../hooks/page.ts';
import { paths } from '../../location.ts';
import { infoQuery } from '../../api/queries/site.ts';
import { wikiQuery, wikiRevisionsQuery, wikiVersionQuery } from '../../api/queries/wikis.ts';
import type { PageAddress } from '../../api/queries/wikis.ts';
import { ChangesView } from './changes-view.tsx';
import { wikiChanges } from './changes.ts';
import { History } from './history.tsx';
import type { Version } from './use-versions.ts';
import { historyTexts } from './texts.ts';
import { useRestoreRevision } from './use-restore.ts';
import { useVersions } from './use-versions.ts';

export function WikiHistoryScreen(page: PageAddress): ReactElement {
  const { namespace, title, langid } = page;
  const client = useQueryClient();
  const { data: info } = useQuery(infoQuery);
  const wiki = useQuery(wikiQuery(page));
  const revisions = useInfiniteQuery(wikiRevisionsQuery(page));
  const current = wiki.data?.revisionid ?? 0;
  // If the current revision is the site's, the site has its own one for each of this desk's: hide the provisional ones.
  const versions: Version[] = (revisions.data?.pages.flat() ?? [])
    .filter(({ revisionid }) => current < 0 || revisionid > 0)
    .map((revision) => ({ ...revision, changes: [], draft: false }));
  const shown = useVersions(versions);
  const restore = useRestoreRevision(
    (query) =>
      api('POST /wikis/{namespace}/{title}/revert', {
        params: { namespace, title },
        query: { ...query, ...(langid !== undefined && { langid }) },
      }),
    async () => {
      const { revisionid } = await client.fetchQuery({ ...wikiQuery(page), staleTime: 0 });
      return revisionid;
    },
  );
  useTitle(historyTexts.of(wiki.data?.display_title ?? title));

  const error = wiki.error ?? revisions.error;
  if (error)
    return (
      <FailedNotice error={error} retry={() => void Promise.all([wiki.refetch(), revisions.refetch()])} />
    );
  if (!wiki.data || !revisions.data) return <LoadingPage />;
  const { display_title: shownTitle, can_edit: mayEdit, url } = wiki.data;
  return (
    <History
      title={shownTitle}
      to={{
        read: paths.wiki(namespace, title, langid),
        edit: mayEdit ? paths.editWiki(namespace, title, langid) : null,
      }}
      versions={versions}
      shown={shown}
      restore={mayEdit ? restore : null}
      onMore={revisions.hasNextPage ? () => void revisions.fetchNextPage() : null}
      site={info?.profile === 'desk' ? url : null}
    >
      {shown.pair ? <Comparison page={page} {...shown.pair} /> : null}
    </History>
  );
}

interface ComparisonProps {
  page: PageAddress;
  /** Revisionids. */
  before: number;
  after: number;
}

function Comparison({ page, before, after }: ComparisonProps): ReactElement {
  const old = useQuery(wikiVersionQuery(page, before));
  const now = useQuery(wikiVersionQuery(page, after));
  const error = old.error ?? now.error;
  if (error) return <p role="alert">{`${historyTexts.missing} (${errorMessage(error)})`}</p>;
  if (!old.data || !now.data) return <LoadingRows />;
  return <ChangesView fields={wikiChanges(old.data, now.data)} steps={[]} />;
}
