import { Button } from '@mantine/core';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { IconUserSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { Account } from '../../../../shared/model/admin.ts';
import { Live } from '../../../components/live.tsx';
import { LoadingRows } from '../../../components/loading.tsx';
import { FailedNotice, Notice } from '../../../components/notice.tsx';
import { timeAgo } from '../../../format.ts';
import { useNow } from '../../../hooks/page.ts';
import { paths } from '../../../location.ts';
import admin from '../admin.module.css';
import styles from './people-rows.module.css';
import { peopleTexts as words } from './texts.ts';
import { peoplePage, peopleQuery } from '../../../api/queries/people.ts';
import type { PeopleFilter } from '../../../api/queries/people.ts';
import { adminTexts } from '../texts.ts';

export interface PeopleRowsProps {
  filter: PeopleFilter;
  viewer: number;
  onClear: () => void;
}

/** Lists any number of accounts: fetches only the visible pages, renders only the visible rows. */
export function PeopleRows({ filter, viewer, onClear }: PeopleRowsProps): ReactElement {
  const first = useQuery({ ...peopleQuery(filter, 0), placeholderData: keepPreviousData });
  if (first.error) return <FailedNotice error={first.error} retry={() => void first.refetch()} />;
  if (!first.data) return <LoadingRows />;
  const { total } = first.data;
  if (total === 0)
    return (
      <Notice
        icon={<IconUserSearch size={40} />}
        title={words.none}
        actions={<Button onClick={onClear}>{words.clear}</Button>}
      >
        <p>{words.noneWhy}</p>
      </Notice>
    );
  return (
    <>
      <p className={styles.count}>{words.count(total)}</p>
      <Live>{words.count(total)}</Live>
      <Rows key={JSON.stringify(filter)} filter={filter} total={total} viewer={viewer} />
    </>
  );
}

interface RowsProps extends Pick<PeopleRowsProps, 'filter' | 'viewer'> {
  total: number;
}

function Rows({ filter, total, viewer }: RowsProps): ReactElement {
  const now = useNow();
  const [top, setTop] = useState(0);
  const rows = useWindowVirtualizer({
    count: total,
    estimateSize: () => 80,
    overscan: 10,
    scrollMargin: top,
  });
  const items = rows.getVirtualItems();
  const wanted = [...new Set(items.map(({ index }) => Math.floor(index / peoplePage)))];
  const pages = useQueries({ queries: wanted.map((page) => peopleQuery(filter, page)) });
  const personAt = (index: number): Account | undefined =>
    pages[wanted.indexOf(Math.floor(index / peoplePage))]?.data?.people[index % peoplePage];
  return (
    <ul
      ref={(list) => setTop(list?.offsetTop ?? 0)}
      className={styles.rows}
      style={{ height: rows.getTotalSize() }}
    >
      {items.map((item) => {
        const person = personAt(item.index);
        return (
          <li
            key={item.key}
            aria-setsize={total}
            aria-posinset={item.index + 1}
            style={{ height: item.size, transform: `translateY(${item.start - top}px)` }}
          >
            {person ? (
              <PersonRow person={person} now={now} you={person.userid === viewer} />
            ) : (
              <span className={styles.coming} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface PersonRowProps {
  person: Account;
  now: number;
  you: boolean;
}

const PersonRow = ({ person, now, you }: PersonRowProps): ReactElement => {
  const { userid, username, email, unique_username, role, active, seen_date } = person;
  return (
    <Link href={paths.person(userid)} className={styles.row}>
      <span className={styles.who}>
        <strong>
          <bdi>{username}</bdi> {you ? <span className={admin.soft}>({words.you})</span> : null}
        </strong>
        <span className={admin.soft}>{email ?? unique_username ?? words.number(userid)}</span>
      </span>
      <span className={admin.soft}>
        {seen_date === null ? words.neverSeen : words.seen(timeAgo(seen_date, now))}
      </span>
      {active ? (
        <span className={admin.pill} data-tone={role === 'technician' ? undefined : 'accent'}>
          {adminTexts.roles[role]}
        </span>
      ) : (
        <span className={admin.pill} data-tone="danger">
          {words.inactive}
        </span>
      )}
    </Link>
  );
};
