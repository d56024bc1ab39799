import { TextInput } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';

import { isLanguage, languages } from '../../../shared/language.ts';
import { limits } from '../../../shared/limits.ts';
import type { DeskSettings } from '../../../shared/model/benchside.ts';
import { NativeSelect } from '../../components/choice.tsx';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { Section } from '../../components/section.tsx';
import { Segments } from '../../components/segments.tsx';
import { bytes, percent } from '../../format.ts';
import styles from './settings.module.css';
import { settingsTexts } from './texts.ts';

export interface SettingsProps {
  settings: DeskSettings;
  pictureBytes: number | null;
  problem: string | null;
  /** True if the person may change settings of the whole machine. */
  mayManage: boolean;
  onChange: (change: Partial<DeskSettings>) => void;
  children: ReactNode;
}

const languageChoices = [
  { value: 'auto' as const, label: settingsTexts.likeSystem },
  ...Object.entries(languages).flatMap(([value, label]) => (isLanguage(value) ? [{ value, label }] : [])),
];
const textSizes = [90, 100, 115, 130, 150] as const satisfies readonly DeskSettings['textSize'][];
const intervals = [0, 1, 5, 15, 30, 60, 240, 1440];
const budgets = [500, 1024, 2048, 5120, 10_240, 20_480, 51_200, 102_400];

export function Settings({
  settings,
  pictureBytes,
  problem,
  mayManage,
  onChange,
  children,
}: SettingsProps): ReactElement {
  const words = settingsTexts;
  return (
    <div className={styles.settings}>
      <div>
        <h1>{words.title}</h1>
        <p className={styles.soft}>{words.saved}</p>
      </div>
      {problem ? <InlineProblem>{`${words.failed} ${problem}`}</InlineProblem> : null}
      <Section title={words.appearance}>
        <div className={styles.panel}>
          <Row title={words.language} icon={<IconLanguage aria-hidden />} hint={words.languageHint}>
            <NativeSelect
              label={words.language}
              hideLabel
              value={settings.language}
              options={languageChoices}
              onChange={(language) => onChange({ language })}
            />
          </Row>
          <Row title={words.scheme} hint={words.schemeHint}>
            <Segments
              label={words.scheme}
              value={settings.colorScheme}
              onChange={(colorScheme) => onChange({ colorScheme })}
              options={(['auto', 'light', 'dark'] as const).map((value) => ({
                value,
                label: words.schemes[value],
              }))}
            />
          </Row>
          <Row title={words.textSize} hint={words.textSizeHint}>
            <Segments
              label={words.textSize}
              value={settings.textSize}
              onChange={(textSize) => onChange({ textSize })}
              options={textSizes.map((value) => ({ value, label: percent(value / 100) }))}
            />
          </Row>
          <Row title={words.singleKeys} hint={words.singleKeysHint}>
            <Segments
              label={words.singleKeys}
              value={settings.singleKeys ? 'on' : 'off'}
              onChange={(chosen) => onChange({ singleKeys: chosen === 'on' })}
              options={(['on', 'off'] as const).map((value) => ({ value, label: words.onOff[value] }))}
            />
          </Row>
        </div>
      </Section>
      <Section title={words.sync}>
        <div className={styles.panel}>
          <Row
            title={words.deskName}
            hint={settings.givenName === undefined ? words.deskNameHint : words.givenName(settings.givenName)}
            locked={!mayManage}
          >
            <DeskName name={settings.deskName} onName={(deskName) => onChange({ deskName })} />
          </Row>
          <Row title={words.every} hint={words.everyHint} locked={!mayManage}>
            <NumberChoice
              label={words.every}
              value={settings.syncEveryMinutes}
              known={intervals}
              words={intervalWords}
              onChange={(syncEveryMinutes) => onChange({ syncEveryMinutes })}
            />
          </Row>
          <Row title={words.pictures} hint={words.picturesHint}>
            <Segments
              label={words.pictures}
              value={settings.pictures}
              onChange={(pictures) => onChange({ pictures })}
              options={(['all', 'favorites', 'opened'] as const).map((value) => ({
                value,
                label: words.pictureChoices[value],
              }))}
            />
          </Row>
          <Row title={words.budget} hint={pictureBytes === null ? '' : words.budgetHint(bytes(pictureBytes))}>
            <NumberChoice
              label={words.budget}
              value={settings.pictureBudgetMb}
              known={budgets}
              words={(mebibytes) => bytes(mebibytes * 1024 * 1024)}
              onChange={(pictureBudgetMb) => onChange({ pictureBudgetMb })}
            />
          </Row>
        </div>
      </Section>
      {children}
    </div>
  );
}

export interface RowProps {
  title: string;
  /** For people who cannot read the title's language. */
  icon?: ReactNode;
  hint: string;
  /** True if only leads may change it and the person is not one. */
  locked?: boolean;
  children: ReactNode;
}

export const Row = ({ title, icon, hint, locked = false, children }: RowProps): ReactElement => (
  <div className={styles.row}>
    <div>
      <h3>
        {icon} {title}
      </h3>
      <p className={styles.soft}>{locked ? `${hint} ${settingsTexts.leadsOnly}` : hint}</p>
    </div>
    <fieldset className={styles.control} disabled={locked}>
      {children}
    </fieldset>
  </div>
);

/** Saved when it loses the focus or Enter is pressed; an empty name is reset. */
function DeskName({ name, onName }: { name: string; onName: (name: string) => void }): ReactElement {
  const [text, setText] = useState(name);
  const save = (): void => {
    const given = text.trim();
    setText(given || name);
    if (given !== '' && given !== name) onName(given);
  };
  return (
    <TextInput
      aria-label={settingsTexts.deskName}
      value={text}
      maxLength={limits.desk.name.max}
      autoComplete="off"
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={save}
      onKeyDown={({ key }) => {
        if (key === 'Enter') save();
      }}
    />
  );
}

interface NumberChoiceProps {
  label: string;
  value: number;
  known: number[];
  words: (value: number) => string;
  onChange: (value: number) => void;
}

/** Offers the known values, and the current one if it is none of them. */
function NumberChoice({ label, value, known, words, onChange }: NumberChoiceProps): ReactElement {
  const values = known.includes(value) ? known : [...known, value].sort((a, b) => a - b);
  return (
    <NativeSelect
      label={label}
      hideLabel
      value={String(value)}
      options={values.map((known) => ({ value: String(known), label: words(known) }))}
      onChange={(chosen) => onChange(Number(chosen))}
    />
  );
}

function intervalWords(minutes: number): string {
  if (minutes === 0) return settingsTexts.onRequest;
  return minutes % 60 === 0 ? settingsTexts.hours(minutes / 60) : settingsTexts.minutes(minutes);
}
