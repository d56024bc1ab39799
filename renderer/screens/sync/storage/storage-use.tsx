import { Button } from '@mantine/core';
import { IconChevronRight, IconPin, IconPinFilled } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import type { DeskSettings } from '../../../../shared/model/benchside.ts';
import type { CategoryUse, Storage } from '../../../../shared/model/upkeep.ts';
import { NativeSelect } from '../../../components/choice.tsx';
import { InlineNote, InlineProblem } from '../../../components/inline-problem.tsx';
import { Unseen } from '../../../components/live.tsx';
import { ProgressBar } from '../../../components/progress.tsx';
import { Section } from '../../../components/section.tsx';
import { bytes, share } from '../../../format.ts';
import { texts } from '../../../texts.ts';
import { DiskBar } from './disk-bar.tsx';
import styles from './storage-use.module.css';
import { syncTexts } from '../texts.ts';

export interface StorageUseProps {
  storage: Storage;
  settings: DeskSettings;
  problem: string | null;
  /** `category`: null for the top level. */
  onOpen: (category: string | null) => void;
  onPin: (category: string, pinned: boolean) => void;
  onBudget: (mebibytes: number) => void;
}

const budgets = [500, 1024, 2048, 5120, 10_240, 20_480, 51_200, 102_400];
const mebibyte = 1_048_576;

export function StorageUse(props: StorageUseProps): ReactElement {
  const { storage, settings, problem, onBudget } = props;
  const words = syncTexts.storage;
  const { pictures } = storage;
  const known = [...new Set([...budgets, settings.pictureBudgetMb])].sort((a, b) => a - b);
  return (
    <>
      {problem ? <InlineProblem>{`${words.failed} ${problem}`}</InlineProblem> : null}
      <DiskBar storage={storage} />
      <Section title={words.pictures} note={words.inAll(pictures.count)}>
        <div className={styles.budget}>
          <p className={styles.used}>
            <strong>{words.of(bytes(pictures.bytes), bytes(pictures.budget))}</strong>
            <ProgressBar label={words.budget} done={pictures.bytes} total={pictures.budget} />
          </p>
          <NativeSelect
            label={words.budget}
            value={String(settings.pictureBudgetMb)}
            options={known.map((value) => ({ value: String(value), label: bytes(value * mebibyte) }))}
            onChange={(value) => onBudget(Number(value))}
          />
        </div>
        <p className={styles.soft}>{words.budgetHint}</p>
        {pictures.bytes > pictures.budget ? <InlineNote>{words.over}</InlineNote> : null}
      </Section>
      <Categories {...props} />
    </>
  );
}

function Categories({ storage, settings, onOpen, onPin }: StorageUseProps): ReactElement {
  const words = syncTexts.storage;
  const { path, own, categories, pinnedElsewhere } = storage;
  const most = Math.max(own.bytes, ...categories.map((category) => category.bytes));
  // Reads the settings, because the answer about storage is older while a change is saved.
  const isPinned = ({ title }: CategoryUse): boolean => settings.pinnedCategories.includes(title);
  return (
    <Section title={words.categories} note={words.pinHint}>
      {path.length > 0 ? (
        <nav className={styles.path} aria-label={words.path}>
          <button type="button" onClick={() => onOpen(null)}>
            {words.top}
          </button>
          {path.map(({ title, display_title }, i) => (
            <button
              key={title}
              type="button"
              aria-current={i === path.length - 1 ? 'page' : undefined}
              onClick={() => onOpen(title)}
            >
              <IconChevronRight size="1.25rem" aria-hidden />
              {display_title}
            </button>
          ))}
        </nav>
      ) : null}
      <ul className={styles.categories}>
        {path.length > 0 && own.guides > 0 ? (
          <li className={styles.row}>
            <span className={styles.name}>
              <strong>{words.own}</strong>
              <span className={styles.soft}>{texts.guides(own.guides)}</span>
            </span>
            <Bar part={share(own.bytes, most)} words={bytes(own.bytes)} />
          </li>
        ) : null}
        {categories.map((category) => (
          <li key={category.title} className={styles.row}>
            {category.children > 0 ? (
              <button type="button" className={styles.name} onClick={() => onOpen(category.title)}>
                <strong>
                  {category.display_title} <IconChevronRight size="1.25rem" aria-hidden />
                </strong>
                <span className={styles.soft}>{texts.guides(category.guides)}</span>
              </button>
            ) : (
              <span className={styles.name}>
                <strong>{category.display_title}</strong>
                <span className={styles.soft}>{texts.guides(category.guides)}</span>
              </span>
            )}
            <Bar part={share(category.bytes, most)} words={bytes(category.bytes)} />
            <Pin
              name={category.display_title}
              pinned={isPinned(category)}
              onPin={(pinned) => onPin(category.title, pinned)}
            />
          </li>
        ))}
        {path.length === 0
          ? pinnedElsewhere
              .filter((title) => settings.pinnedCategories.includes(title))
              .map((title) => (
                <li key={title} className={styles.row}>
                  <span className={styles.name}>
                    <strong>{title}</strong>
                    <span className={styles.soft}>{words.unknown}</span>
                  </span>
                  <span />
                  <Pin name={title} pinned onPin={() => onPin(title, false)} />
                </li>
              ))
          : null}
      </ul>
      <p className={styles.soft}>{words.shared}</p>
    </Section>
  );
}

const Bar = ({ part, words }: { part: number; words: string }): ReactElement => (
  <span className={styles.bar}>
    <span>{words}</span>
    <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden data-flows>
      <rect width={part * 100} height="1" />
    </svg>
  </span>
);

const Pin = ({
  name,
  pinned,
  onPin,
}: {
  name: string;
  pinned: boolean;
  onPin: (pinned: boolean) => void;
}): ReactElement => (
  <Button
    variant="default"
    aria-pressed={pinned}
    className={styles.pin}
    leftSection={pinned ? <IconPinFilled size="1.5rem" /> : <IconPin size="1.5rem" />}
    onClick={() => onPin(!pinned)}
  >
    {pinned ? syncTexts.storage.pinned : syncTexts.storage.pin} <Unseen>{name}</Unseen>
  </Button>
);
