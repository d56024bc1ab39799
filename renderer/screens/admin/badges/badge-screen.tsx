import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { IconAward } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { BadgeHolder } from '../../../../shared/model/admin.ts';
import { badgeInWords } from '../../../badge-texts.ts';
import { LoadingRows } from '../../../components/loading.tsx';
import { FailedNotice, Notice } from '../../../components/notice.tsx';
import { day } from '../../../format.ts';
import { paths } from '../../../location.ts';
import { texts } from '../../../texts.ts';
import { AdminPage } from '../admin-page.tsx';
import admin from '../admin.module.css';
import { badgesQuery, holdersQuery } from '../../../api/queries/badges.ts';
import { badgeAdminTexts as words } from './texts.ts';

export function BadgeScreen({ badgeid }: { badgeid: number }): ReactElement {
  const badges = useQuery({ ...badgesQuery, retry: false });
  const found = badges.data?.find((one) => one.badge.badgeid === badgeid);
  const badge = found && badgeInWords(found.badge);
  return (
    <AdminPage part="badges" back={words.back} title={badge?.name}>
      {() => (
        <>
          {badge ? <p className={admin.lead}>{badge.description}</p> : null}
          <HoldersPart badgeid={badgeid} />
        </>
      )}
    </AdminPage>
  );
}

function HoldersPart({ badgeid }: { badgeid: number }): ReactElement {
  const holders = useInfiniteQuery(holdersQuery(badgeid));
  if (holders.error) return <FailedNotice error={holders.error} retry={() => void holders.refetch()} />;
  if (!holders.data) return <LoadingRows />;
  return (
    <>
      <Holders holders={holders.data.pages.flat()} />
      {holders.hasNextPage ? (
        <Button variant="default" className={admin.more} onClick={() => void holders.fetchNextPage()}>
          {texts.actions.showMore}
        </Button>
      ) : null}
    </>
  );
}

const Holders = ({ holders }: { holders: readonly BadgeHolder[] }): ReactElement =>
  holders.length === 0 ? (
    <Notice icon={<IconAward size={40} />} title={words.empty} />
  ) : (
    <ul className={admin.list}>
      {holders.map(({ userid, username, times, date }) => (
        <li key={userid}>
          <Link href={paths.person(userid)} className={admin.row}>
            <span className={admin.words}>
              <strong>{username}</strong>
            </span>
            <span className={admin.soft}>
              {times > 1 ? `${words.times(times)} · ` : null}
              {day(date)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
