import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactElement } from 'react';

import { limits } from '../../../shared/limits.ts';
import { cancelReasons, handOverReasons } from '../../../shared/model/work-log.ts';
import { Chosen } from '../../components/editing/chosen.tsx';
import { Suggest } from '../../components/editing/suggest.tsx';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { Segments } from '../../components/segments.tsx';
import { findPeople } from '../../api/queries/users.ts';
import { runTexts } from '../../features/run/texts.ts';
import styles from './say-form.module.css';
import { runScreenTexts } from './texts.ts';
import type { RunAction } from './use-run.ts';

interface FormProps {
  busy: boolean;
  onAct: (action: RunAction) => void;
  onBack: () => void;
}

/** Asks for a reason, a note and a person; all of them may be left out. */
export function HandOverForm({ busy, onAct, onBack }: FormProps): ReactElement {
  const words = runScreenTexts.handOver;
  const [reason, setReason] = useState<(typeof handOverReasons)[number]>();
  const [note, setNote] = useState('');
  const [addressee, setAddressee] = useState<{ userid: number; username: string }>();
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const said = { note, ...(reason && { reason }), ...(addressee && { addressee: addressee.userid }) };
        onAct({ type: 'suspend', said });
      }}
    >
      <p className={styles.why}>{runScreenTexts.menu.suspendNote}</p>
      <Reasons
        label={words.reason}
        value={reason}
        reasons={handOverReasons}
        words={runTexts.said.handOver}
        onChange={setReason}
      />
      <NoteField label={words.note} hint={words.noteHint} value={note} onChange={setNote} />
      {addressee ? (
        <Chosen
          label={words.addressee}
          title={addressee.username}
          removeLabel={words.remove(addressee.username)}
          onRemove={() => setAddressee(undefined)}
        />
      ) : (
        <Suggest
          kind="people"
          label={words.addressee}
          hint={words.addresseeHint}
          find={findPeople}
          onChoose={({ person }) => setAddressee(person)}
        />
      )}
      <div className={styles.buttons}>
        <Button variant="default" onClick={onBack}>
          {runScreenTexts.menu.back}
        </Button>
        <Button type="submit" disabled={busy}>
          {runScreenTexts.menu.suspend}
        </Button>
      </div>
    </form>
  );
}

/** Asks whether the job is to be abandoned, and why. */
export function CancelForm({ busy, onAct, onBack }: FormProps): ReactElement {
  const words = runScreenTexts.handOver;
  const menu = runScreenTexts.menu;
  const [reason, setReason] = useState<(typeof cancelReasons)[number]>();
  const [note, setNote] = useState('');
  const [asked, setAsked] = useState(false);
  return (
    <form
      className={styles.form}
      aria-label={menu.cancelSure}
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (reason) onAct({ type: 'cancel', said: { reason, note } });
      }}
    >
      <div className={styles.sure}>
        <strong>{menu.cancelSure}</strong>
        <p>{menu.cancelWhy}</p>
      </div>
      <Reasons
        label={words.cancelReason}
        value={reason}
        reasons={cancelReasons}
        words={runTexts.said.cancel}
        onChange={setReason}
      />
      {asked && !reason ? <InlineProblem>{words.noReason}</InlineProblem> : null}
      <NoteField label={words.cancelNote} hint={words.cancelNoteHint} value={note} onChange={setNote} />
      <div className={styles.buttons}>
        <Button variant="default" onClick={onBack}>
          {menu.cancelNo}
        </Button>
        <Button type="submit" className={styles.cancel} disabled={busy}>
          {menu.cancelYes}
        </Button>
      </div>
    </form>
  );
}

interface ReasonsProps<Reason extends string> {
  label: string;
  value: Reason | undefined;
  reasons: readonly Reason[];
  words: Readonly<Record<Reason, string>>;
  onChange: (reason: Reason) => void;
}

function Reasons<Reason extends string>(props: ReasonsProps<Reason>): ReactElement {
  const { label, value, reasons, words, onChange } = props;
  return (
    <div className={styles.reasons}>
      <strong aria-hidden>{label}</strong>
      <Segments
        label={label}
        value={value}
        options={reasons.map((reason) => ({ value: reason, label: words[reason] }))}
        onChange={onChange}
      />
    </div>
  );
}

interface NoteFieldProps {
  label: string;
  hint: string;
  value: string;
  onChange: (note: string) => void;
}

const NoteField = ({ label, hint, value, onChange }: NoteFieldProps): ReactElement => (
  <TextInput
    label={label}
    description={hint}
    value={value}
    maxLength={limits.workLog.note.max}
    autoComplete="off"
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
