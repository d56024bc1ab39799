import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';

import { bridge } from '../bridge.ts';
import { Toast } from '../components/toast.tsx';
import { kioskQuery } from '../api/queries/kiosk.ts';

interface Notice {
  id: number;
  words: string;
}

function withNew(before: readonly Notice[], words: readonly string[]): Notice[] {
  const next = (before.at(-1)?.id ?? 0) + 1;
  return [...before, ...words.map((one, index) => ({ id: next + index, words: one }))];
}

/** Shows the Electron main process's notices, one after the other. */
export function ShellNotices(): ReactElement | null {
  const { data: kiosk } = useQuery(kioskQuery);
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  useEffect(() => {
    const take = async (): Promise<void> => {
      const words = (await bridge?.takeNotices()) ?? [];
      if (words.length > 0) setNotices((before) => withNew(before, words));
    };
    void take();
    return bridge?.on('notice', () => void take());
  }, []);
  const [first] = notices;
  if (!first) return null;
  return (
    <Toast
      key={first.id}
      words={first.words}
      place={kiosk?.active ? 'bar' : 'raised'}
      onClose={() => setNotices((before) => before.filter(({ id }) => id !== first.id))}
    />
  );
}
