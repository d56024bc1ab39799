import { Button, PasswordInput } from '@mantine/core';
import { IconDatabaseExport, IconDownload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactElement } from 'react';

import { limits } from '../../../../shared/limits.ts';
import type { BackupState } from '../../../../shared/model/backup.ts';
import { InlineProblem } from '../../../components/inline-problem.tsx';
import { ProgressBar } from '../../../components/progress.tsx';
import { Section } from '../../../components/section.tsx';
import { bytes, moment, timeOfDay } from '../../../format.ts';
import { phrase } from '../../../../shared/phrase.ts';
import styles from './backup.module.css';
import { backupTexts as words } from './texts.ts';

const restoreCommand = 'benchside restore FILE --data FOLDER --replace';
const backupCommand = 'benchside backup FILE --data FOLDER';

export interface BackupProps {
  state: BackupState;
  busy: boolean;
  wrongPassword: string | null;
  problem: string | null;
  onMake: (password: string) => void;
  onDelete: () => void;
}

export function BackupPanel(props: BackupProps): ReactElement {
  const { state, problem } = props;
  const { last } = state;
  return (
    <>
      <div className={styles.panel}>
        <p>{words.what}</p>
        {state.state === 'shared' ? (
          <p>{words.shared}</p>
        ) : (
          <>
            <p>
              {last ? words.last(moment(last.date), bytes(last.bytes), last.files) : words.never}
              {state.picturesIn === null ? null : ` ${words.picturesIn(state.picturesIn)}`}
            </p>
            {state.state === 'failed' ? (
              <InlineProblem>{`${words.failed} ${phrase(state.message ?? '')}`}</InlineProblem>
            ) : null}
            {problem === null ? null : <InlineProblem>{problem}</InlineProblem>}
            {state.state === 'running' ? <Running {...props} /> : null}
            {state.state === 'ready' ? <Ready {...props} /> : null}
            {state.state === 'running' ? null : <NewBackup {...props} />}
            <p>{words.forgotten}</p>
            <pre className={styles.command} dir="ltr">
              {backupCommand}
            </pre>
          </>
        )}
      </div>
      <Section title={words.restore}>
        <div className={styles.panel}>
          <p>{words.restoreHow}</p>
          <pre className={styles.command} dir="ltr">
            {restoreCommand}
          </pre>
          <p>{words.restoreKept}</p>
          <p>{words.restoreWhy}</p>
        </div>
      </Section>
    </>
  );
}

function Running({ state: { done }, busy, onDelete }: BackupProps): ReactElement {
  const isWritten = done >= 1;
  const title = isWritten ? words.verifying : words.making;
  return (
    <>
      <output>
        <strong>{title}</strong>
      </output>
      <ProgressBar done={done * 1000} total={isWritten ? null : 1000} label={title} />
      <p>{words.goOn}</p>
      <div className={styles.buttons}>
        <Button variant="default" disabled={busy} onClick={onDelete}>
          {words.stop}
        </Button>
      </div>
    </>
  );
}

function Ready({ state: { file, own }, busy, onDelete }: BackupProps): ReactElement | null {
  if (!file) return null;
  return (
    <div className={styles.ready}>
      <output>
        <strong>{words.ready}</strong>
      </output>
      <p>{own ? words.readyWords(file.name, bytes(file.bytes), timeOfDay(file.until)) : words.others}</p>
      <div className={styles.buttons}>
        {own ? (
          <Button
            component="a"
            href="api/2.0/benchside/backup/file"
            download={file.name}
            leftSection={<IconDownload size="1.5rem" aria-hidden />}
          >
            {words.download}
          </Button>
        ) : null}
        <Button
          variant="default"
          disabled={busy}
          leftSection={<IconTrash size="1.5rem" aria-hidden />}
          onClick={onDelete}
        >
          {words.delete}
        </Button>
      </div>
    </div>
  );
}

function NewBackup({ busy, wrongPassword, onMake }: BackupProps): ReactElement {
  const [password, setPassword] = useState('');
  const [isTried, setTried] = useState(false);
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(password === '');
        if (password === '') return;
        onMake(password);
        setPassword('');
      }}
    >
      <PasswordInput
        label={words.password}
        description={words.passwordHint}
        autoComplete="current-password"
        maxLength={limits.user.password.max}
        value={password}
        error={isTried && password === '' ? words.passwordEmpty : password === '' ? wrongPassword : null}
        visibilityToggleButtonProps={{ 'aria-label': words.show }}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      <Button type="submit" loading={busy} leftSection={<IconDatabaseExport size="1.5rem" aria-hidden />}>
        {words.make}
      </Button>
    </form>
  );
}
