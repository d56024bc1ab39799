import { Button } from '@mantine/core';
import { IconDoorExit } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import type { KioskPerson } from '../../../shared/model/kiosk.ts';
import { Sheet } from '../../components/sheet.tsx';
import { MeansForm } from '../../features/kiosk/means-form.tsx';
import styles from '../../features/kiosk/means-form.module.css';
import { kioskTexts } from '../../features/kiosk/texts.ts';

export interface MeansSheetProps {
  person: KioskPerson;
  onLeave: () => void;
  onClose: () => void;
}

export const MeansSheet = ({ person, onLeave, onClose }: MeansSheetProps): ReactElement => (
  <Sheet title={kioskTexts.me.title} onClose={onClose}>
    <div className={styles.sheet}>
      <MeansForm person={person} />
      {person.isLead ? (
        <Button
          variant="default"
          className={styles.leave}
          leftSection={<IconDoorExit size="1.5rem" />}
          onClick={() => {
            onClose();
            onLeave();
          }}
        >
          {kioskTexts.cover.leads}
        </Button>
      ) : null}
    </div>
  </Sheet>
);
