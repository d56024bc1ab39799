import { useQuery } from '@tanstack/react-query';
import { IconCircleCheck, IconCircleX, IconHelpCircle } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import type { LockFinding } from '../../../shared/lock-check.ts';
import styles from './lock-findings.module.css';
import { LockNote } from './lock-note.tsx';
import { lockQuery } from '../../api/queries/kiosk.ts';
import { kioskTexts } from './texts.ts';

const icons = { closed: IconCircleCheck, open: IconCircleX, unknown: IconHelpCircle };

/** The result of the lockdown check, part by part. */
export function LockFindings(): ReactElement {
  const { data } = useQuery(lockQuery);
  return (
    <div className={styles.lock}>
      <p className={styles.whole} data-locked={data?.locked === true}>
        <LockNote />
      </p>
      <ul className={styles.findings}>
        {(data?.findings ?? []).map((finding) => (
          <Finding key={finding.part} finding={finding} />
        ))}
      </ul>
    </div>
  );
}

function Finding({ finding: { part, state, detail } }: { finding: LockFinding }): ReactElement {
  const words: { title: string; closed: string; open: string; unknown?: string } =
    kioskTexts.lock.parts[part];
  const Icon = icons[state];
  return (
    <li data-state={state}>
      <Icon size="1.625rem" aria-hidden />
      <span>
        <strong>{words.title}</strong>
        {words[state] ?? words.open} {detail === '' ? null : <code>{detail}</code>}
      </span>
    </li>
  );
}
