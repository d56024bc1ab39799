import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';

import type { Guide } from '../../../shared/model/guide.ts';
import { api, messageOf } from '../../api.ts';
import { Toast } from '../../components/editing/toast.tsx';
import { LoadingPage, LoadingRows } from '../../components/loading.tsx';
import { FailedNotice } from '../../components/notice.tsx';
import { moment } from '../../format.ts';
import { useTitle } from '../../hooks/page.ts';
import { paths } from '../../location.ts';
import { infoQuery } from '../../queries.ts';
import { ChangesView } from './changes-view.tsx';
import { fieldChanges, stepChanges } from './changes.ts';
import { History } from './history.tsx';
import type { Version } from './history.tsx';
import { guideRevisionsQuery, guideVersionQuery, workingGuideQuery } from './queries.ts';
import { historyTexts } from './texts.ts';
import { useVersions } from './use-versions.ts';

export function GuideHistoryScreen({ guideid }: { guideid: number }): ReactElement {
  const client = useQueryClient();
  const { data: info } = useQuery(infoQuery);
  const guide = useQuery(workingGuideQuery(guideid));
  const revisions = useInfiniteQuery(guideRevisionsQuery(guideid));
  const versions: Version[] = (revisions.data?.pages.flat() ?? []).map((revision) => ({
    ...revision,
    username: revision.username || null,
    current: revision.revisionid === guide.data?.revisionid,
  }));
  const { chosen, other, choose, compare } = useVersions(versions);
  const [toast, setToast] = useState<{ words: string; to: number } | null>(null);
  const revert = useMutation({
    mutationFn: async ({ to }: { to: number; words: string | null }) => {
      const { revisionid } = await client.fetchQuery({ ...workingGuideQuery(guideid), staleTime: 0 });
      const query = `revisionid=${revisionid}&to_revisionid=${to}`;
      await api<Guide>('POST', `/benchside/guides/${guideid}/revert?${query}`);
      return revisionid;
    },
    onSuccess: async (replaced, { words }) => {
      await client.invalidateQueries();
      setToast(words === null ? null : { words, to: replaced });
    },
  });
  useTitle(guide.data ? historyTexts.of(guide.data.title) : historyTexts.title);

  const error = guide.error ?? revisions.error;
  if (error)
    return <FailedNotice error={error} retry={() => void Promise.all([guide.refetch(), revisions.refetch()])} />;
  if (!guide.data || !revisions.data) return <LoadingPage />;
  return (
    <>
      <History
        title={guide.data.title}
        to={{ read: paths.guide(guideid), edit: guide.data.can_edit ? paths.editGuide(guideid) : null }}
        versions={versions}
        hasMore={revisions.hasNextPage}
        onMore={() => void revisions.fetchNextPage()}
        chosen={chosen}
        other={other}
        onChoose={choose}
        onCompare={compare}
        site={info?.profile === 'desk' ? guide.data.url : null}
        problem={revert.error ? messageOf(revert.error) : null}
        onRestore={
          guide.data.can_edit && chosen
            ? () =>
                revert.mutate({ to: chosen.revisionid, words: historyTexts.restored(moment(chosen.date)) })
            : null
        }
      >
        {chosen && other ? <Comparison guideid={guideid} before={older(chosen, other, versions)} after={newer(chosen, other, versions)} /> : null}
      </History>
      {toast ? (
        <Toast
          words={toast.words}
          onUndo={() => revert.mutate({ to: toast.to, words: null })}
          onClose={() => setToast(null)}
        />
      ) : null}
    </>
  );
}

/** In the list the newer one stands first. */
const newer = (a: Version, b: Version, all: readonly Version[]): number =>
  all.indexOf(a) < all.indexOf(b) ? a.revisionid : b.revisionid;
const older = (a: Version, b: Version, all: readonly Version[]): number =>
  all.indexOf(a) < all.indexOf(b) ? b.revisionid : a.revisionid;

function Comparison({ guideid, before, after }: { guideid: number; before: number; after: number }): ReactElement {
  const old = useQuery(guideVersionQuery(guideid, before));
  const now = useQuery(guideVersionQuery(guideid, after));
  const error = old.error ?? now.error;
  if (error) return <p role="alert">{`${historyTexts.missing} (${messageOf(error)})`}</p>;
  if (!old.data || !now.data) return <LoadingRows />;
  return (
    <ChangesView
      fields={fieldChanges(old.data, now.data)}
      steps={stepChanges(old.data.steps, now.data.steps)}
    />
  );
}
