import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { IconTag } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactElement } from 'react';

import type { ReleasedGuide } from '../../../../shared/model/admin.ts';
import type { Release } from '../../../../shared/model/release.ts';
import { api } from '../../../api/client.ts';
import { LoadingRows } from '../../../components/loading.tsx';
import { FailedNotice, Notice } from '../../../components/notice.tsx';
import { Segments } from '../../../components/segments.tsx';
import { useNow } from '../../../hooks/page.ts';
import { AdminPage } from '../admin-page.tsx';
import admin from '../admin.module.css';
import { releaseTexts as words } from './texts.ts';
import { releasesQuery } from '../../../api/queries/releases.ts';
import { ReleaseSheet } from './release-sheet.tsx';
import type { ReleaseFields } from './release-sheet.tsx';
import { ReleasedGuideCard } from './released-guide.tsx';
import { adminTexts } from '../texts.ts';
import { useAct } from '../use-act.tsx';

export const ReleasesScreen = (): ReactElement => (
  <AdminPage part="releases">{() => <ReleasesPart />}</AdminPage>
);

function ReleasesPart(): ReactElement {
  const [waiting, setWaiting] = useState(true);
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), 150);
  const [releasing, setReleasing] = useState<ReleasedGuide | null>(null);
  const { act, busy, problem, toast } = useAct();
  const withdraw = ({ releaseid }: Release) =>
    api('PATCH /guides/releases/{releaseid}', { params: { releaseid }, body: { status: 'withdrawn' } });
  return (
    <>
      <p className={admin.lead}>{words.lead}</p>
      <search className={admin.filters}>
        <Segments
          label={words.show}
          value={waiting ? 'waiting' : 'all'}
          options={[
            { value: 'waiting', label: words.waiting },
            { value: 'all', label: words.all },
          ]}
          onChange={(value) => setWaiting(value === 'waiting')}
        />
        <label className={admin.wide}>
          {adminTexts.search}
          <input
            type="search"
            autoComplete="off"
            placeholder={words.search}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </label>
      </search>
      {releasing ? null : problem}
      <GuideList
        waiting={waiting}
        search={search}
        busy={busy}
        onRelease={setReleasing}
        onWithdraw={(release) => act({ run: () => withdraw(release), words: words.withdrawn(release.title) })}
      />
      {releasing ? (
        <ReleaseSheet
          guide={releasing}
          busy={busy}
          problem={problem}
          onClose={() => setReleasing(null)}
          onRelease={(fields) =>
            act({
              run: () => releaseNow(releasing, fields),
              words: words.done(fields.title || releasing.title),
              after: () => setReleasing(null),
            })
          }
        />
      ) : null}
      {toast}
    </>
  );
}

/** Releases a prepared draft if there is one, else the newest edits. */
function releaseNow({ guideid, releases }: ReleasedGuide, fields: ReleaseFields): Promise<Release> {
  const prepared = releases.find(({ status }) => status === 'draft');
  const body = { ...fields, status: 'released' as const };
  return prepared
    ? api('PATCH /guides/releases/{releaseid}', { params: { releaseid: prepared.releaseid }, body })
    : api('POST /guides/releases', { body: { ...body, guideid } });
}

interface GuideListProps {
  waiting: boolean;
  search: string;
  busy: boolean;
  onRelease: (guide: ReleasedGuide) => void;
  onWithdraw: (release: Release) => void;
}

function GuideList({ waiting, search, busy, onRelease, onWithdraw }: GuideListProps): ReactElement {
  const now = useNow();
  const guides = useInfiniteQuery(releasesQuery(waiting, search));
  if (guides.error) return <FailedNotice error={guides.error} retry={() => void guides.refetch()} />;
  if (!guides.data) return <LoadingRows />;
  const all = guides.data.pages.flatMap((page) => page.guides);
  if (all.length === 0) return <Nothing waiting={waiting} search={search} />;
  return (
    <>
      <ul className={admin.cards}>
        {all.map((guide) => (
          <li key={guide.guideid}>
            <ReleasedGuideCard
              guide={guide}
              now={now}
              busy={busy}
              onRelease={() => onRelease(guide)}
              onWithdraw={onWithdraw}
            />
          </li>
        ))}
      </ul>
      {guides.hasNextPage ? (
        <Button variant="default" className={admin.more} onClick={() => void guides.fetchNextPage()}>
          {words.more}
        </Button>
      ) : null}
    </>
  );
}

const Nothing = ({ waiting, search }: Pick<GuideListProps, 'waiting' | 'search'>): ReactElement =>
  search === '' ? (
    <Notice icon={<IconTag size={40} />} title={waiting ? words.none : words.noneAll}>
      <p>{waiting ? words.noneWhy : words.noneAllWhy}</p>
    </Notice>
  ) : (
    <Notice icon={<IconTag size={40} />} title={adminTexts.nothingFound}>
      <p>{adminTexts.nothingFoundWhy}</p>
    </Notice>
  );
