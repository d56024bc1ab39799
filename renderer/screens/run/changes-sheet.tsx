import { Button } from '@mantine/core';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import type { Guide } from '../../../shared/model/guide.ts';
import { keyed } from '../../components/keyed.ts';
import { RichText } from '../../components/rich-text.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { guideTexts } from '../../features/guide-view/texts.ts';
import { stepLabel } from '../../features/guide-view/step-list.tsx';
import type { GuideChange } from './changes.ts';
import styles from './changes-sheet.module.css';
import { runScreenTexts } from './texts.ts';
import type { GuideNews } from './use-run.ts';

export interface ChangesSheetProps {
  guide: Guide;
  news: GuideNews;
  onAcknowledge: () => void;
  onClose: () => void;
}

export function ChangesSheet({ guide, news, onAcknowledge, onClose }: ChangesSheetProps): ReactElement {
  const words = runScreenTexts.changes;
  const nameOf = ({ kind, step }: GuideChange): string => `${kind} ${step?.stepid ?? 0}`;
  return (
    <Sheet title={words.title} onClose={onClose}>
      <div className={styles.changes}>
        {news.kind === 'unknown' ? (
          <div className={styles.unknown}>
            <p>{words.unknown}</p>
            <p>{words.unknownAdvice}</p>
          </div>
        ) : (
          <ul className={styles.list}>
            {keyed(news.changes, nameOf).map(({ key, item }) => (
              <li key={key} className={styles.change} data-kind={item.kind}>
                <Change guide={guide} change={item} />
              </li>
            ))}
          </ul>
        )}
        <Button
          className={styles.acknowledge}
          onClick={() => {
            onClose();
            onAcknowledge();
          }}
        >
          {words.acknowledge}
        </Button>
      </div>
    </Sheet>
  );
}

function Change({
  guide,
  change: { kind, step, before, after },
}: {
  guide: Guide;
  change: GuideChange;
}): ReactElement {
  const words = runScreenTexts.changes;
  const position = step ? guide.steps.findIndex(({ stepid }) => stepid === step.stepid) + 1 : 0;
  const what = before === null ? words.added : after === null ? words.removed : words.changed;
  const isText = before !== null || after !== null;
  return (
    <>
      <p className={styles.kind}>
        {kind === 'caution' ? <IconAlertTriangleFilled size="1.4em" aria-hidden /> : null}
        <strong>{words.kinds[kind]}</strong>
        {isText ? <span>{what}</span> : null}
      </p>
      {step ? (
        <p className={styles.where}>
          {position > 0 ? `${guideTexts.step.untitled(position)} · ` : ''}
          {stepLabel(step)}
        </p>
      ) : null}
      {kind === 'pictures' ? <p>{words.picturesChanged}</p> : null}
      {before === null ? null : (
        <del>
          <RichText html={before} inline />
        </del>
      )}
      {after === null ? null : (
        <ins>
          <RichText html={after} inline />
        </ins>
      )}
    </>
  );
}
