import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { errorMessage } from '../api/errors.ts';
import { userQuery } from '../api/queries/users.ts';
import { Toast } from '../components/toast.tsx';
import { scannedPlace } from '../features/run/scanned-place.ts';
import { useScanner } from '../keyboard/use-scanner.ts';
import { navigate } from '../state/navigation.ts';

/** Opens the order or the guide whose code is scanned while no field has the focus. A kiosk has a scanner of its own. */
export function DeskScanner(): ReactElement | null {
  const { data: user } = useQuery(userQuery);
  const open = useMutation({
    mutationFn: (text: string) => scannedPlace(text, user?.userid),
    onSuccess: (place) => {
      if (place !== null) navigate(place);
    },
  });
  useScanner({
    slow: false,
    onScan: (text) => {
      if (document.querySelector('dialog[open], [role=dialog]') === null) open.mutate(text);
    },
  });
  return open.error ? <Toast words={errorMessage(open.error)} place="raised" onClose={open.reset} /> : null;
}
