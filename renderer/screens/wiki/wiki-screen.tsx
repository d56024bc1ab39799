import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { LoadingPage } from '../../components/loading.tsx';
import { FailedNotice } from '../../components/notice.tsx';
import { useNow, useTitle } from '../../hooks/page.ts';
import { mentionsQuery } from '../../api/queries/search.ts';
import { wikiQuery } from '../../api/queries/wikis.ts';
import type { PageAddress } from '../../api/queries/wikis.ts';
import { WikiPage } from './wiki-page.tsx';

export function WikiScreen(page: PageAddress): ReactElement {
  const now = useNow();
  const wiki = useQuery({
    ...wikiQuery(page),
    // The page in the language before stays until the other is here.
    placeholderData: (previous) => (previous?.title === page.title ? previous : undefined),
  });
  const mentions = useQuery({
    ...mentionsQuery(wiki.data?.display_title ?? ''),
    enabled: wiki.data?.namespace === 'ITEM',
  });
  useTitle(wiki.data?.display_title ?? page.title);
  if (wiki.data) return <WikiPage wiki={wiki.data} mentions={mentions.data} now={now} />;
  if (wiki.error) return <FailedNotice error={wiki.error} retry={() => void wiki.refetch()} />;
  return <LoadingPage />;
}
