import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';

import { settingsQuery } from '../../api/queries/settings.ts';
import { userQuery } from '../../api/queries/users.ts';
import { KioskBar } from './kiosk-bar.tsx';
import { MeansSheet } from './means-sheet.tsx';
import { kioskQuery } from '../../api/queries/kiosk.ts';

export function KioskBarScreen({
  onSwap,
  onLeave,
}: {
  onSwap: () => void;
  onLeave: () => void;
}): ReactElement | null {
  const { data: user } = useQuery(userQuery);
  const { data: settings } = useQuery(settingsQuery);
  const { data: kiosk } = useQuery(kioskQuery);
  const [open, setOpen] = useState(false);
  const me = kiosk?.people.find(({ userid }) => userid === user?.userid);
  if (!user) return null;
  return (
    <>
      <KioskBar
        username={user.username}
        desk={settings?.givenName ?? settings?.deskName ?? ''}
        image={user.image}
        onMe={() => setOpen(true)}
        onSwap={onSwap}
      />
      {open && me ? <MeansSheet person={me} onLeave={onLeave} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
