import type { ReactElement } from 'react';

import type { Storage } from '../../../../shared/model/upkeep.ts';
import { Section } from '../../../components/section.tsx';
import { bytes } from '../../../format.ts';
import styles from './disk-bar.module.css';
import { syncTexts } from '../texts.ts';

/** A bar of disk use: Benchside's parts, other programs, and free space. */
export function DiskBar({ storage }: { storage: Storage }): ReactElement {
  const words = syncTexts.storage.parts;
  const { disk, pictures, database, files, journal } = storage;
  const ours = pictures.bytes + database + files.bytes;
  const parts = [
    { name: words.pictures, size: pictures.bytes, kind: 'pictures' },
    { name: words.database, size: database, kind: 'database', note: words.journal(bytes(journal.bytes)) },
    { name: words.files, size: files.bytes, kind: 'files' },
    { name: words.others, size: Math.max(0, disk.total - disk.free - ours), kind: 'others' },
    { name: words.free, size: disk.free, kind: 'free' },
  ];
  const shown = parts.reduce<{ from: number; list: ((typeof parts)[number] & { from: number })[] }>(
    ({ from, list }, part) => ({ from: from + part.size, list: [...list, { ...part, from }] }),
    { from: 0, list: [] },
  );
  const whole = Math.max(1, shown.from);
  return (
    <Section title={syncTexts.storage.disk} note={syncTexts.storage.ours(bytes(ours))}>
      <div className={styles.frame}>
        <svg className={styles.bar} viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden data-flows>
          {/* Reversed, so that small parts are drawn on top and stay visible. */}
          {shown.list.toReversed().map(({ kind, from, size }) => (
            <rect
              key={kind}
              data-kind={kind}
              x={(from / whole) * 1000}
              width={size === 0 ? 0 : Math.max(3, (size / whole) * 1000)}
              height="10"
            />
          ))}
        </svg>
        <dl className={styles.legend}>
          {parts.map(({ name, size, kind, note }) => (
            <div key={kind} data-kind={kind}>
              <dt>{name}</dt>
              <dd>
                {bytes(size)}
                {note ? <span>{note}</span> : null}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Section>
  );
}
