import { IconAlertTriangleFilled, IconInfoCircleFilled, IconPinFilled } from '@tabler/icons-react';
import type { ReactElement, ReactNode } from 'react';

import type { Line } from '../../../shared/model/guide.ts';
import { BulletMark } from '../../components/bullet-mark.tsx';
import { bulletTexts, isCallout } from '../../../shared/bullet-texts.ts';
import type { Callout } from '../../../shared/bullet-texts.ts';
import { RichText } from '../../components/rich-text.tsx';
import styles from './step-lines.module.css';

const icons: Record<Callout, ReactNode> = {
  icon_note: <IconInfoCircleFilled size="1.75em" aria-hidden />,
  icon_caution: <IconAlertTriangleFilled size="1.75em" aria-hidden />,
  icon_reminder: <IconPinFilled size="1.75em" aria-hidden />,
};

/** Shows the lines of a step. A line without text, which keeps a step that has none, is left out. */
export const StepLines = ({ lines, lang }: { lines: Line[]; lang: string }): ReactElement => (
  <ul className={styles.lines}>
    {lines.map((line, i) =>
      line.text_rendered === '' ? null : (
        <li
          key={line.lineid ?? `at-${i}`}
          className={isCallout(line.bullet) ? styles.callout : styles.line}
          data-kind={line.bullet}
          style={{ marginInlineStart: `${Math.min(2, Math.max(0, line.level)) * 2}rem` }}
        >
          {isCallout(line.bullet) ? icons[line.bullet] : <BulletMark bullet={line.bullet} />}
          <div>
            {isCallout(line.bullet) ? (
              <strong className={styles.kind}>
                <bdi>{bulletTexts(line.bullet)}</bdi>
              </strong>
            ) : null}
            <RichText html={line.text_rendered} lang={lang} inline />
          </div>
        </li>
      ),
    )}
  </ul>
);
