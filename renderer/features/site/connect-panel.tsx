import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import { InlineNote } from '../../components/inline-problem.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import styles from './site.module.css';
import { connectTexts as words } from './texts.ts';

export interface ConnectPanelProps {
  /** The hub's address for other computers. */
  address: string;
  /** True if others reach the hub without encryption. */
  exposed: boolean;
}

/** Shows other computers' way to the hub: its address as text and as a QR code. */
export function ConnectPanel({ address, exposed }: ConnectPanelProps): ReactElement {
  const clipboard = useClipboard({ timeout: 2_000 });
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);
  return (
    <div className={styles.connect}>
      <div className={styles.address}>
        <p>{words.words}</p>
        <p className={styles.named}>
          <span>{words.address}</span>
          <strong dir="ltr">{address}</strong>
        </p>
        <Button
          variant="default"
          leftSection={clipboard.copied ? <IconCheck /> : <IconCopy />}
          onClick={() => clipboard.copy(address)}
        >
          <span aria-live="polite">{clipboard.copied ? words.copied : words.copy}</span>
        </Button>
        {isLocal ? <InlineNote>{words.onlyHere}</InlineNote> : null}
        {exposed ? <InlineNote>{words.exposed}</InlineNote> : null}
      </div>
      {isLocal ? null : <QrCode text={address} />}
    </div>
  );
}
