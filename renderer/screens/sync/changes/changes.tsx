import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import type { JournalItem } from '../../../../shared/model/journal.ts';
import type { SyncStatus } from '../../../../shared/sync-status.ts';
import { Notice } from '../../../components/notice.tsx';
import { Segments } from '../../../components/segments.tsx';
import { texts } from '../../../texts.ts';
import { ChangeRow } from './change-row.tsx';
import styles from './changes.module.css';
import { stateWords } from '../../../features/changes/entry-words.ts';
import type { Shown } from '../../../api/queries/journal.ts';
import { syncTexts } from '../texts.ts';

export interface ChangesProps {
  entries: JournalItem[] | undefined;
  parked: JournalItem[];
  status: SyncStatus | undefined;
  now: number;
  shown: Shown;
  mine: boolean;
  /** True if the person sees everyone's edits, as admins do. */
  seesAll: boolean;
  more: boolean;
  onShow: (shown: Shown) => void;
  onMine: (mine: boolean) => void;
  onMore: () => void;
}

export function Changes(props: ChangesProps): ReactElement {
  const { entries, parked, status, now, shown, mine, seesAll, more } = props;
  const words = syncTexts.changes;
  return (
    <div className={styles.changes}>
      <div className={styles.filters}>
        <Segments
          label={words.which}
          value={shown}
          options={(['open', 'done', 'discarded', 'all'] as const).map((value) => ({
            value,
            label: words.shown[value],
          }))}
          onChange={props.onShow}
        />
        {seesAll ? (
          <Segments
            label={words.whose}
            value={mine ? 'mine' : 'all'}
            options={[
              { value: 'mine', label: words.mine },
              { value: 'all', label: words.all },
            ]}
            onChange={(value) => props.onMine(value === 'mine')}
          />
        ) : null}
      </div>
      {entries?.length === 0 ? (
        <Notice icon={<IconCircleCheck size={40} />} title={words.none[shown]} />
      ) : (
        <ul className={styles.list}>
          {(entries ?? []).map((entry) => (
            <ChangeRow key={entry.entryid} entry={entry} state={stateWords(entry, { status, parked, now })} />
          ))}
        </ul>
      )}
      {more ? (
        <Button variant="default" className={styles.more} onClick={props.onMore}>
          {texts.actions.showMore}
        </Button>
      ) : null}
    </div>
  );
}
