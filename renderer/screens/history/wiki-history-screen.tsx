import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';

import type { Wiki } from '../../../shared/model/wiki.ts';
import { api, messageOf } from '../../api.ts';
import { Toast } from '../../components/editing/toast.tsx';
import { LoadingPage, LoadingRows } from '../../components/loading.tsx';
import { FailedNotice } from '../../components/notice.tsx';
import { moment } from '../../format.ts';
import { useTitle } from '../../hooks/page.ts';
import { paths } from '../../location.ts';
import { infoQuery, wikiQuery } from '../../queries.ts';
import { ChangesView } from './changes-view.tsx';
import { wikiChanges } from './changes.ts';
import { History } from './history.tsx';
import type { Version } from './history.tsx';
import { wikiPath, wikiRevisionsQuery, wikiVersionQuery } from './queries.ts';
import { historyTexts } from './texts.ts';
import { useVersions } from './use-versions.ts';

interface Named {
  namespace: string;
  title: string;
}

export function WikiHistoryScreen({ namespace, title }: Named): ReactElement {
  const client = useQueryClient();
  const { data: info } = useQuery(infoQuery);
  const wiki = useQuery(wikiQuery(namespace, title));
  const revisions = useInfiniteQuery(wikiRevisionsQuery(namespace, title));
  const versions: Version[] = (revisions.data?.pages.flat() ?? []).map((revision) => ({
    ...revision,
    changes: [],
    draft: false,
  }));
  const { chosen, other, choose, compare } = useVersions(versions);
  const [toast, setToast] = useState<{ words: string; to: number } | null>(null);
  const revert = useMutation({
    mutationFn: async ({ to }: { to: number; words: string | null }) => {
      const { revisionid } = await client.fetchQuery({ ...wikiQuery(namespace, title), staleTime: 0 });
      const query = `revisionid=${revisionid}&to_revisionid=${to}`;
      await api<Wiki>('POST', `${wikiPath(namespace, title)}/revert?${query}`);
      return revisionid;
    },
    onSuccess: async (replaced, { words }) => {
      await client.invalidateQueries();
      setToast(words === null ? null : { words, to: replaced });
    },
  });
  useTitle(historyTexts.of(wiki.data?.display_title ?? title));

  const error = wiki.error ?? revisions.error;
  if (error)
    return <FailedNotice error={error} retry={() => void Promise.all([wiki.refetch(), revisions.refetch()])} />;
  if (!wiki.data || !revisions.data) return <LoadingPage />;
  const [first, second] = [chosen, other].sort((a, b) => places(versions, a) - places(versions, b));
  return (
    <>
      <History
        title={wiki.data.display_title}
        to={{
          read: paths.wiki(namespace, title),
          edit: wiki.data.can_edit ? paths.editWiki(namespace, title) : null,
        }}
        versions={versions}
        hasMore={revisions.hasNextPage}
        onMore={() => void revisions.fetchNextPage()}
        chosen={chosen}
        other={other}
        onChoose={choose}
        onCompare={compare}
        site={info?.profile === 'desk' ? wiki.data.url : null}
        problem={revert.error ? messageOf(revert.error) : null}
        onRestore={
          wiki.data.can_edit && chosen
            ? () => revert.mutate({ to: chosen.revisionid, words: historyTexts.restored(moment(chosen.date)) })
            : null
        }
      >
        {first && second ? (
          <Comparison name={{ namespace, title }} before={second.revisionid} after={first.revisionid} />
        ) : null}
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
const places = (versions: readonly Version[], version: Version | undefined): number =>
  version ? versions.indexOf(version) : versions.length;

function Comparison({ name, before, after }: { name: Named; before: number; after: number }): ReactElement {
  const old = useQuery(wikiVersionQuery(name.namespace, name.title, before));
  const now = useQuery(wikiVersionQuery(name.namespace, name.title, after));
  const error = old.error ?? now.error;
  if (error) return <p role="alert">{`${historyTexts.missing} (${messageOf(error)})`}</p>;
  if (!old.data || !now.data) return <LoadingRows />;
  return <ChangesView fields={wikiChanges(old.data, now.data)} steps={[]} />;
}
