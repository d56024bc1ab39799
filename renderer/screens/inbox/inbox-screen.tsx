import { Button } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { api } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { notificationsQuery } from '../../api/queries/notifications.ts';
import { isOfHub, infoQuery } from '../../api/queries/site.ts';
import { userQuery } from '../../api/queries/users.ts';
import { LoadingRows } from '../../components/loading.tsx';
import { FailedNotice, Notice } from '../../components/notice.tsx';
import { useParked } from '../../features/changes/use-parked.ts';
import { useNow, useTitle } from '../../hooks/page.ts';
import { paths } from '../../location.ts';
import { texts } from '../../texts.ts';
import { Inbox } from './inbox.tsx';
import { inboxTexts } from './texts.ts';

export function InboxScreen(): ReactElement {
  const now = useNow();
  const client = useQueryClient();
  const info = useQuery(infoQuery);
  const user = useQuery(userQuery);
  const query = notificationsQuery(user.data?.userid);
  const list = useQuery(query);
  const { entries = [] } = useParked();
  const read = useMutation({
    mutationFn: (notificationids: number[]) =>
      api('PUT /benchside/notifications/read', { body: { notificationids } }),
    // At once, because a person who follows the link leaves this screen.
    onMutate: (notificationids) =>
      client.setQueryData(query.queryKey, (before) => {
        if (!before) return before;
        const results = before.results.map((one) =>
          notificationids.includes(one.notificationid) ? { ...one, read: true } : one,
        );
        return { results, unread: results.filter((one) => !one.read).length };
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['notifications'] }),
  });
  useTitle(inboxTexts.title);
  if (user.data === null)
    return (
      <Notice
        alone
        icon={<IconLogin2 size={40} />}
        title={inboxTexts.signIn}
        actions={
          <Button component={Link} href={paths.signIn}>
            {texts.actions.signIn}
          </Button>
        }
      />
    );
  if (list.error) return <FailedNotice error={list.error} retry={() => void list.refetch()} />;
  if (!list.data) return <LoadingRows />;
  return (
    <Inbox
      now={now}
      notifications={list.data.results}
      waiting={entries.length}
      areSent={isOfHub(info.data)}
      problem={read.error ? errorMessage(read.error) : null}
      onRead={(notificationids) => read.mutate(notificationids)}
    />
  );
}
