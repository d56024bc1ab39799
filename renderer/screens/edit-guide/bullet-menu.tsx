import { Menu } from '@mantine/core';
import { IconAlertTriangleFilled, IconInfoCircleFilled, IconPinFilled } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import { bullets } from '../../../shared/model/guide.ts';
import type { Bullet } from '../../../shared/model/guide.ts';
import { BulletMark } from '../../components/bullet-mark.tsx';
import { bulletTexts } from '../../../shared/bullet-texts.ts';
import styles from './line-editor.module.css';
import { editTexts } from './texts.ts';

const icons: Record<string, ReactElement> = {
  icon_note: <IconInfoCircleFilled className={styles.sign} data-kind="icon_note" aria-hidden />,
  icon_caution: <IconAlertTriangleFilled className={styles.sign} data-kind="icon_caution" aria-hidden />,
  icon_reminder: <IconPinFilled className={styles.sign} data-kind="icon_reminder" aria-hidden />,
};

const Sign = ({ bullet }: { bullet: Bullet }): ReactElement => (
  <span aria-hidden>{icons[bullet] ?? <BulletMark bullet={bullet} />}</span>
);

export interface BulletMenuProps {
  position: number;
  bullet: Bullet;
  onChange: (bullet: Bullet) => void;
}

/** A menu of the eight bullets and the three kinds of callout. */
export const BulletMenu = ({ position, bullet, onChange }: BulletMenuProps): ReactElement => (
  <Menu position="bottom-start" width="30rem" offset={6}>
    <Menu.Target>
      <button
        type="button"
        className={styles.bullet}
        aria-label={editTexts.step.bullet(position, bulletTexts(bullet))}
      >
        <Sign bullet={bullet} />
      </button>
    </Menu.Target>
    <Menu.Dropdown>
      <div className={styles.marks}>
        {bullets.map((one) => (
          <Menu.Item key={one} leftSection={<Sign bullet={one} />} onClick={() => onChange(one)}>
            {bulletTexts(one)}
          </Menu.Item>
        ))}
      </div>
    </Menu.Dropdown>
  </Menu>
);
