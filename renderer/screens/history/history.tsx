import { Button } from '@mantine/core';
import { IconExternalLink, IconPencil, IconRestore } from '@tabler/icons-react';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'wouter';

import { openExternal } from '../../bridge.ts';
import { NativeSelect } from '../../components/choice.tsx';
import { Toast } from '../../components/toast.tsx';
import { InlineNote, InlineProblem } from '../../components/inline-problem.tsx';
import { joinList, moment } from '../../format.ts';
import styles from './history.module.css';
import { historyTexts } from './texts.ts';
import type { Restore } from './use-restore.ts';
import type { Version, Versions } from './use-versions.ts';

export interface HistoryProps {
  title: string;
  to: { read: string; edit: string | null };
  versions: readonly Version[];
  /** The selected version, and the one it is compared with. */
  shown: Versions;
  /** Null for people who may not restore. */
  restore: Restore | null;
  /** Loads more versions; null if all are loaded. */
  onMore: (() => void) | null;
  /** On a desk, which has only part of the history: the URL of the whole history; else null. */
  site: string | null;
  children: ReactNode;
}

export function History(props: HistoryProps): ReactElement {
  const { title, to, versions, shown, restore, site, onMore } = props;
  const { chosen, other } = shown;
  const words = historyTexts;
  return (
    <div className={styles.history}>
      <div className={styles.head}>
        <h1>{words.of(title)}</h1>
        {to.edit ? (
          <Button
            component={Link}
            href={to.edit}
            variant="default"
            leftSection={<IconPencil size="1.5rem" />}
          >
            {words.edit}
          </Button>
        ) : null}
        <Button component={Link} href={to.read}>
          {words.read}
        </Button>
      </div>
      {site === null ? null : (
        <div className={styles.desk}>
          <InlineNote>{words.desk}</InlineNote>
          <Button
            variant="default"
            leftSection={<IconExternalLink size="1.375rem" />}
            onClick={() => void openExternal(site)}
          >
            {words.openSite}
          </Button>
        </div>
      )}
      {restore?.problem ? <InlineProblem>{`${words.failed} ${restore.problem}`}</InlineProblem> : null}
      <div className={styles.columns}>
        <nav aria-label={words.versions}>
          <ol className={styles.versions}>
            {versions.map((version) => (
              <li key={version.revisionid}>
                <button
                  type="button"
                  aria-current={version.revisionid === chosen?.revisionid ? 'true' : undefined}
                  onClick={() => shown.choose(version.revisionid)}
                >
                  <strong>{moment(version.date)}</strong>
                  <span>{version.username ? words.by(version.username) : words.nobody}</span>
                  {version.changes.length > 0 ? <small>{joinList(version.changes)}</small> : null}
                  <span className={styles.marks}>
                    {version.current ? <b>{words.current}</b> : null}
                    {version.draft ? <b>{words.draft}</b> : null}
                    {version.revisionid < 0 ? <b>{words.unsent}</b> : null}
                  </span>
                </button>
              </li>
            ))}
          </ol>
          {onMore ? (
            <Button variant="default" fullWidth onClick={onMore}>
              {words.more}
            </Button>
          ) : null}
        </nav>
        <section className={styles.panel} aria-live="polite">
          {chosen ? (
            <div className={styles.bar}>
              <h2>{`${moment(chosen.date)} · ${numberOf(chosen.revisionid)}`}</h2>
              {other ? (
                <NativeSelect
                  label={words.compare}
                  value={String(other.revisionid)}
                  options={versions
                    .filter(({ revisionid }) => revisionid !== chosen.revisionid)
                    .map(({ revisionid, date }) => ({
                      value: String(revisionid),
                      label: `${moment(date)} (${numberOf(revisionid)})`,
                    }))}
                  onChange={(revisionid) => shown.compare(Number(revisionid))}
                />
              ) : null}
              {chosen.current || !restore ? null : (
                <Button leftSection={<IconRestore size="1.5rem" />} onClick={() => restore.restore(chosen)}>
                  {words.restore}
                </Button>
              )}
            </div>
          ) : null}
          {other ? props.children : <p className={styles.soft}>{words.first}</p>}
        </section>
      </div>
      {restore?.done ? (
        <Toast words={restore.done.words} onUndo={restore.done.undo} onClose={restore.forget} />
      ) : null}
    </div>
  );
}

const numberOf = (revisionid: number): string =>
  revisionid > 0 ? historyTexts.number(revisionid) : historyTexts.numberHere;
