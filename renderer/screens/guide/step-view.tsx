import { IconArrowLeft, IconClipboardCheck, IconLayoutList, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { Sheet } from '../../components/sheet.tsx';
import { StepBody } from '../../features/guide-view/step-body.tsx';
import type { StepBodyProps } from '../../features/guide-view/step-body.tsx';
import reader from '../../features/guide-view/step-body.module.css';
import { StepFoot } from '../../features/guide-view/step-foot.tsx';
import { stepKeys } from '../../features/guide-view/step-keys.ts';
import { StepList } from '../../features/guide-view/step-list.tsx';
import { guideTexts } from '../../features/guide-view/texts.ts';
import { useShortcuts } from '../../keyboard/shortcuts.ts';
import { keyTexts } from '../../keyboard/texts.ts';
import { paths } from '../../location.ts';
import { shellTexts } from '../../shell/texts.ts';
import styles from './step-view.module.css';

export function StepView(props: StepBodyProps): ReactElement {
  const { guide, place, onMove } = props;
  const [listed, setListed] = useState(false);
  useShortcuts(
    keyTexts.guide.name,
    stepKeys(onMove, () => setListed(true)),
  );
  return (
    <div className={reader.reader} data-screen-only>
      <header className={styles.bar}>
        <Link href={paths.guide(guide.guideid)} className={styles.back}>
          <IconArrowLeft size="1.625rem" aria-hidden />
          <span>{guideTexts.step.overview}</span>
        </Link>
        <p className={styles.guide}>{guide.title}</p>
        <Link href={paths.emptySearch} className={styles.search} aria-label={shellTexts.searchLabel}>
          <IconSearch size="1.625rem" aria-hidden />
        </Link>
        <Link href={paths.startWork(guide.guideid)} className={styles.back}>
          <IconClipboardCheck size="1.625rem" aria-hidden /> {guideTexts.startWork}
        </Link>
        <button type="button" className={styles.list} onClick={() => setListed(true)}>
          <IconLayoutList size="1.625rem" aria-hidden /> {guideTexts.step.list}
        </button>
      </header>
      <StepBody {...props} />
      <StepFoot guide={guide} place={place} onMove={onMove} />
      {listed ? (
        <Sheet title={guideTexts.step.list} onClose={() => setListed(false)}>
          <StepList guide={guide} current={place.step.stepid} onChoose={() => setListed(false)} />
        </Sheet>
      ) : null}
    </div>
  );
}
