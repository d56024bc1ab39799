import { IconBook2, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';

import { useMayGo } from '../../components/use-kiosk.ts';
import { Sheet } from '../../components/sheet.tsx';
import { paths } from '../../location.ts';
import styles from './run-menu.module.css';
import { CancelForm } from './say-form.tsx';
import { runScreenTexts } from './texts.ts';
import type { RunAction } from './use-run.ts';

export interface RunMenuProps {
  guideid: number;
  busy: boolean;
  onAct: (action: RunAction) => void;
  onClose: () => void;
}

export function RunMenu({ guideid, busy, onAct, onClose }: RunMenuProps): ReactElement {
  const words = runScreenTexts.menu;
  const mayGo = useMayGo();
  const [isAsking, setIsAsking] = useState(false);
  if (isAsking)
    return (
      <Sheet title={words.cancel} onClose={onClose}>
        <CancelForm busy={busy} onAct={onAct} onBack={onClose} />
      </Sheet>
    );
  return (
    <Sheet title={words.title} onClose={onClose}>
      <div className={styles.menu}>
        {mayGo(paths.guide(guideid)) ? (
          <Link className={styles.item} href={paths.guide(guideid)}>
            <IconBook2 size="1.75rem" aria-hidden />
            <strong>{words.guide}</strong>
          </Link>
        ) : null}
        <Item
          icon={<IconX size="1.75rem" aria-hidden />}
          note={words.cancelNote}
          onClick={() => setIsAsking(true)}
        >
          {words.cancel}
        </Item>
      </div>
    </Sheet>
  );
}

const Item = ({
  icon,
  note,
  onClick,
  children,
}: {
  icon: ReactNode;
  note: string;
  onClick: () => void;
  children: string;
}): ReactElement => (
  <button type="button" className={styles.item} onClick={onClick}>
    {icon}
    <span>
      <strong>{children}</strong>
      <small>{note}</small>
    </span>
  </button>
);
