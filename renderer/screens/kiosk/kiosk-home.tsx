import { Button, TextInput } from '@mantine/core';
import {
  IconBarcode,
  IconBook2,
  IconClipboardText,
  IconPlayerPlayFilled,
  IconTransfer,
} from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { CSSProperties, ReactElement } from 'react';

import type { GuideSummary } from '../../../shared/model/guide.ts';
import type { CategoryCardData } from '../../components/cards.tsx';
import { CardGrid, CategoryCard } from '../../components/cards.tsx';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { Picture } from '../../components/picture.tsx';
import { count } from '../../format.ts';
import { Section } from '../../components/section.tsx';
import { useScannerField } from '../../hooks/use-scanner-field.ts';
import { Assigned } from '../../features/run/assigned.tsx';
import type { OpenRun } from '../../features/run/open-runs.tsx';
import { RunCard } from '../../features/run/run-card.tsx';
import cards from '../../features/run/run-card.module.css';
import styles from './kiosk-home.module.css';
import { kioskTexts } from '../../features/kiosk/texts.ts';

/** A choice for the person after an ambiguous scan. */
export type ScanQuestion =
  | { kind: 'either'; text: string; guide: Pick<GuideSummary, 'guideid' | 'title'> }
  | { kind: 'which'; order: string };

export interface KioskHomeProps {
  username: string;
  now: number;
  question: ScanQuestion | null;
  mine: readonly OpenRun[];
  team: readonly OpenRun[];
  /** How much work is assigned to the person or this desk. */
  assigned: number;
  /** Guides to choose from: recently used ones, or search results. */
  guides: readonly GuideSummary[];
  /** Empty if the kiosk does not allow reading. */
  categories: readonly CategoryCardData[];
  words: string;
  busy: boolean;
  problem: string | null;
  onScan: (text: string) => void;
  onOrder: (order: string) => void;
  onGuide: (guideid: number) => void;
  onWords: (words: string) => void;
  onCancel: () => void;
  onTake: (entryid: number) => void;
}

export function KioskHome(props: KioskHomeProps): ReactElement {
  const { username, now, question, mine, team, assigned, categories, busy, problem, onTake } = props;
  const words = kioskTexts.home;
  return (
    <>
      <h1>{words.title(username)}</h1>
      <ScanField {...props} />
      {problem ? <InlineProblem>{`${words.failed} ${problem}`}</InlineProblem> : null}
      {question?.kind === 'either' ? <Either {...props} question={question} /> : null}
      {question?.kind === 'which' ? <Which {...props} order={question.order} /> : null}
      <Assigned now={now} />
      {mine.length + team.length > 0 ? (
        <div className={styles.frame}>
          <div
            className={mine.length > 0 && team.length > 0 ? styles.both : styles.work}
            style={{ '--rows': Math.max(mine.length, team.length) } as CSSProperties}
          >
            {mine.length > 0 ? (
              <Section title={words.mine} note={words.mineNote}>
                <ul className={cards.cards}>
                  {mine.map(({ seen, guide }) => (
                    <li key={seen.entry.entryid} className={styles.run}>
                      <RunCard seen={seen} guide={guide} now={now} />
                      {seen.entry.status === 'suspended' ? (
                        <Button
                          size="xl"
                          disabled={busy}
                          leftSection={<IconPlayerPlayFilled size="1.625rem" />}
                          onClick={() => onTake(seen.entry.entryid)}
                        >
                          {words.goOn}
                        </Button>
                      ) : null}
                    </li>
                  ))}
                </ul>
              </Section>
            ) : null}
            {team.length > 0 ? (
              <Section title={`${words.team} · ${count(team.length)}`} note={words.teamNote}>
                <ul className={cards.cards}>
                  {team.map(({ seen, guide }) => (
                    <li key={seen.entry.entryid} className={styles.run}>
                      <RunCard seen={seen} guide={guide} now={now} />
                      <Button
                        size="xl"
                        variant="default"
                        disabled={busy}
                        leftSection={<IconTransfer size="1.625rem" />}
                        onClick={() => onTake(seen.entry.entryid)}
                      >
                        {words.take}
                      </Button>
                    </li>
                  ))}
                </ul>
              </Section>
            ) : null}
          </div>
        </div>
      ) : null}
      {mine.length + team.length + assigned === 0 && question === null ? (
        <p className={styles.none}>{words.none}</p>
      ) : null}
      {categories.length > 0 && question === null ? (
        <Section title={words.guides}>
          <CardGrid wide>
            {categories.map((category) => (
              <CategoryCard key={category.title} category={category} />
            ))}
          </CardGrid>
        </Section>
      ) : null}
    </>
  );
}

function ScanField({ busy, onScan }: KioskHomeProps): ReactElement {
  const words = kioskTexts.home;
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  useScannerField(field);
  return (
    <form
      className={styles.scan}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === '' || busy) return;
        onScan(text);
        setText('');
      }}
    >
      <label htmlFor="kiosk-scan">{words.scan}</label>
      <p id="kiosk-scan-hint">{words.scanHint}</p>
      <div className={styles.line}>
        <span className={styles.field}>
          <IconBarcode size="2.25rem" aria-hidden />
          <input
            ref={field}
            id="kiosk-scan"
            value={text}
            maxLength={500}
            autoComplete="off"
            spellCheck={false}
            aria-describedby="kiosk-scan-hint"
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </span>
        <Button type="submit" size="xl" className={styles.go} disabled={busy || text.trim() === ''}>
          {words.go}
        </Button>
      </div>
    </form>
  );
}

function Either({
  question: { text, guide },
  onOrder,
  onGuide,
}: KioskHomeProps & { question: Extract<ScanQuestion, { kind: 'either' }> }): ReactElement {
  const words = kioskTexts.home;
  return (
    <section className={styles.question} aria-live="polite">
      <h2>{words.orderOrGuide(text)}</h2>
      <div className={styles.choices}>
        <button type="button" className={styles.choice} onClick={() => onOrder(text)}>
          <IconClipboardText size="2.25rem" aria-hidden />
          <span>{words.asOrder(text)}</span>
        </button>
        <button type="button" className={styles.choice} onClick={() => onGuide(guide.guideid)}>
          <IconBook2 size="2.25rem" aria-hidden />
          <span>{words.asGuide(guide.title)}</span>
        </button>
      </div>
    </section>
  );
}

function Which({
  order,
  guides,
  words: search,
  busy,
  onWords,
  onGuide,
  onCancel,
}: KioskHomeProps & { order: string }): ReactElement {
  const words = kioskTexts.home;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <section className={styles.question} aria-live="polite">
      <div className={styles.head}>
        <h2 ref={heading}>{words.which(order)}</h2>
        <Button variant="default" onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
      <p>{words.whichHint}</p>
      <TextInput
        aria-label={words.search}
        placeholder={words.search}
        value={search}
        autoComplete="off"
        onChange={(event) => onWords(event.currentTarget.value)}
      />
      {guides.length === 0 && search.trim() !== '' ? <p>{words.nothingFound}</p> : null}
      <div className={styles.choices}>
        {guides.map((guide) => (
          <button
            key={guide.guideid}
            type="button"
            className={styles.choice}
            disabled={busy}
            onClick={() => onGuide(guide.guideid)}
          >
            <span className={styles.thumb}>
              <Picture image={guide.image} size="140x105" alt="" initial={guide.category || guide.title} />
            </span>
            <span>{guide.title}</span>
          </button>
        ))}
      </div>
    </section>
  );
}
