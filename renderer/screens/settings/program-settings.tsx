import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactElement } from 'react';

import type { UpdateState } from '../../../shared/ipc.ts';
import { settingsForAll } from '../../../shared/model/benchside.ts';
import type { DeskSettings } from '../../../shared/model/benchside.ts';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { Section } from '../../components/section.tsx';
import { Segments } from '../../components/segments.tsx';
import { programTexts } from './program-texts.ts';
import { Row } from './settings.tsx';
import styles from './settings.module.css';

export interface ProgramSettingsProps {
  settings: DeskSettings;
  /** True if the person may change settings of the whole machine. */
  mayManage: boolean;
  update: UpdateState | undefined;
  /** Why the new version could not be installed. */
  problem: string | null;
  onChange: (change: Partial<DeskSettings>) => void;
  onLook: () => void;
  onApply: () => void;
}

type Source = 'none' | 'hub' | 'folder';

/** Settings of the desktop program, shown only in its own windows. */
export function ProgramSettings(props: ProgramSettingsProps): ReactElement {
  const { settings, mayManage, update, problem, onChange, onLook, onApply } = props;
  const words = programTexts;
  const switches = ['notifications', 'keepRunning', 'startWithSystem'] as const;
  return (
    <Section title={words.title}>
      <div className={styles.panel}>
        {switches.map((name) => (
          <Row
            key={name}
            title={words[name]}
            hint={words[`${name}Hint`]}
            locked={!mayManage && !settingsForAll.has(name)}
          >
            <Segments
              label={words[name]}
              value={settings[name] ? 'on' : 'off'}
              options={(['off', 'on'] as const).map((value) => ({ value, label: words[value] }))}
              onChange={(value) => onChange({ [name]: value === 'on' })}
            />
          </Row>
        ))}
        <UpdateSource
          address={settings.updatesFrom}
          locked={!mayManage}
          onChange={(updatesFrom) => onChange({ updatesFrom })}
        />
        {settings.updatesFrom === '' || !update ? null : (
          <div className={styles.update} aria-live="polite">
            <p>{stateWords(update)}</p>
            {problem === null ? null : <InlineProblem>{`${words.applyFailed} ${problem}`}</InlineProblem>}
            {update.kind === 'ready' ? (
              <Button onClick={onApply}>{words.apply}</Button>
            ) : (
              <Button
                variant="default"
                disabled={update.kind !== 'current' && update.kind !== 'failed'}
                onClick={onLook}
              >
                {words.look}
              </Button>
            )}
          </div>
        )}
      </div>
    </Section>
  );
}

function UpdateSource({
  address,
  locked,
  onChange,
}: {
  address: string;
  locked: boolean;
  onChange: (address: string) => void;
}): ReactElement {
  const words = programTexts;
  const stored: Source = address === '' ? 'none' : address === 'hub' ? 'hub' : 'folder';
  /** The folder option is selected, but no address is stored yet. */
  const [chosen, setChosen] = useState(false);
  const source = chosen && stored === 'none' ? 'folder' : stored;
  const [typed, setTyped] = useState(stored === 'folder' ? address : '');
  return (
    <>
      <Row title={words.updates} hint={words.updatesHint} locked={locked}>
        <Segments<Source>
          label={words.updates}
          value={source}
          options={(['none', 'hub', 'folder'] as const).map((value) => ({
            value,
            label: words.sources[value],
          }))}
          onChange={(value) => {
            setChosen(value === 'folder');
            onChange(value === 'none' ? '' : value === 'hub' ? 'hub' : isAddress(typed) ? typed : '');
          }}
        />
      </Row>
      {source === 'folder' ? (
        <label className={styles.address}>
          <span>{words.address}</span>
          <input
            type="url"
            dir="ltr"
            value={typed}
            spellCheck={false}
            disabled={locked}
            autoComplete="off"
            aria-invalid={typed !== '' && !isAddress(typed)}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setTyped(value);
              if (isAddress(value)) onChange(value);
            }}
          />
          <small>{words.addressHint}</small>
        </label>
      ) : null}
    </>
  );
}

const isAddress = (text: string): boolean => /^https?:\/\/[^/]/.test(text) && URL.canParse(text);

function stateWords(state: UpdateState): string {
  const words = programTexts;
  switch (state.kind) {
    case 'off':
      return state.reason ?? '';
    case 'looking':
      return words.looking;
    case 'current':
      return state.checkedAt === null ? words.notYet : words.current;
    case 'downloading':
      return words.downloading(state.version, state.percent);
    case 'ready':
      return words.ready(state.version);
    case 'failed':
      return state.message;
  }
}
