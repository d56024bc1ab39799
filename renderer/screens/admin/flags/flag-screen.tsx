import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { IconFlagOff } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { GuideSummary } from '../../../../shared/model/guide.ts';
import { LoadingRows } from '../../../components/loading.tsx';
import { FailedNotice, Notice } from '../../../components/notice.tsx';
import { flagInWords } from '../../../flag-texts.ts';
import { paths } from '../../../location.ts';
import { texts } from '../../../texts.ts';
import { AdminPage } from '../admin-page.tsx';
import admin from '../admin.module.css';
import { flaggedQuery, flagsQuery, setFlag } from '../../../api/queries/flags.ts';
import { flagAdminTexts as words } from './texts.ts';
import { useAct } from '../use-act.tsx';

export function FlagScreen({ flagid }: { flagid: string }): ReactElement {
  const flags = useQuery({ ...flagsQuery, retry: false });
  const flag = flags.data?.map(flagInWords).find((one) => one.flagid === flagid);
  return (
    <AdminPage part="flags" back={words.back} title={flag?.title}>
      {() => (
        <>
          {flag ? <p className={admin.lead}>{flag.text}</p> : null}
          <FlaggedPart flagid={flagid} mine={flag?.mine ?? false} />
        </>
      )}
    </AdminPage>
  );
}

function FlaggedPart({ flagid, mine }: { flagid: string; mine: boolean }): ReactElement {
  const guides = useInfiniteQuery(flaggedQuery(flagid));
  const { act, busy, problem, toast } = useAct();
  if (guides.error) return <FailedNotice error={guides.error} retry={() => void guides.refetch()} />;
  if (!guides.data) return <LoadingRows />;
  return (
    <>
      {problem}
      <Flagged
        guides={guides.data.pages.flat()}
        busy={busy}
        onTakeOff={
          mine
            ? ({ guideid, title }) =>
                act({
                  run: () => setFlag(guideid, flagid, false),
                  words: words.taken(title),
                  undo: () => setFlag(guideid, flagid, true),
                })
            : null
        }
      />
      {guides.hasNextPage ? (
        <Button variant="default" className={admin.more} onClick={() => void guides.fetchNextPage()}>
          {texts.actions.showMore}
        </Button>
      ) : null}
      {toast}
    </>
  );
}

interface FlaggedProps {
  guides: readonly GuideSummary[];
  busy: boolean;
  /** Null for a flag that the viewer may not remove. */
  onTakeOff: ((guide: GuideSummary) => void) | null;
}

const Flagged = ({ guides, busy, onTakeOff }: FlaggedProps): ReactElement =>
  guides.length === 0 ? (
    <Notice icon={<IconFlagOff size={40} />} title={words.empty} />
  ) : (
    <ul className={admin.list}>
      {guides.map((guide) => (
        <li key={guide.guideid} className={admin.row}>
          <div className={admin.words}>
            <Link href={paths.guide(guide.guideid)}>{guide.title}</Link>
            <span className={admin.soft}>{guide.category}</span>
          </div>
          <div className={admin.actions}>
            <Button
              component={Link}
              href={paths.editGuide(guide.guideid)}
              variant="subtle"
              className={admin.small}
              aria-label={words.editTitle(guide.title)}
            >
              {words.edit}
            </Button>
            {onTakeOff ? (
              <Button
                variant="default"
                className={admin.small}
                disabled={busy}
                aria-label={words.takeOffOf(guide.title)}
                onClick={() => onTakeOff(guide)}
              >
                {words.takeOff}
              </Button>
            ) : null}
          </div>
        </li>
      ))}
    </ul>
  );
