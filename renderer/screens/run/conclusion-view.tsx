import { IconFlag2 } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import { Live } from '../../components/live.tsx';
import { RichText } from '../../components/rich-text.tsx';
import { Foot, StepSegments } from '../../features/guide-view/step-foot.tsx';
import { stepLabel } from '../../features/guide-view/step-list.tsx';
import { visitedSteps } from '../../features/run/timing.ts';
import styles from './conclusion-view.module.css';
import { RunFrame } from './run-frame.tsx';
import type { RunFrameProps } from './run-frame.tsx';
import { runScreenTexts } from './texts.ts';

/** The guide's conclusion as the last step of a job: it often asks for the last check. */
export function ConclusionView(props: RunFrameProps): ReactElement {
  const { seen, guide } = props;
  const words = runScreenTexts.conclusion;
  const last = guide.steps.at(-1);
  return (
    <RunFrame {...props}>
      <main className={styles.page} tabIndex={-1} data-step-words>
        <article className={styles.words}>
          <p className={styles.note}>
            <IconFlag2 size="1.5rem" aria-hidden /> {words.note}
          </p>
          <h1>{words.title}</h1>
          <RichText html={guide.conclusion_rendered} lang={guide.langid} />
        </article>
      </main>
      <Live>{words.title}</Live>
      <Foot
        name={words.title}
        previous={last ? stepLabel(last) : ''}
        end={runScreenTexts.finish.check}
        onMove={props.onMove}
      >
        <StepSegments
          guide={guide}
          position={guide.steps.length + 1}
          visited={visitedSteps(seen.entry, guide)}
        />
      </Foot>
    </RunFrame>
  );
}
