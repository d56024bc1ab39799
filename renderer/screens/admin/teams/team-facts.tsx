import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactElement } from 'react';

import type { TeamAttributes } from '../../../../shared/model/team.ts';
import { AskDelete } from '../../../components/ask-delete.tsx';
import { Section } from '../../../components/section.tsx';
import admin from '../admin.module.css';
import { teamTexts as words } from './texts.ts';
import { adminTexts } from '../texts.ts';

interface Facts {
  name: string;
  description: string;
  /** Absent if unchanged, because a desk does not know the present code. */
  join_code?: string | null;
}

export interface TeamFactsProps {
  team: TeamAttributes;
  busy: boolean;
  onSave: (facts: Facts) => void;
  onDelete: () => void;
}

/** The form for a team's details, and its deletion, for admins. */
export function TeamFacts({ team, busy, onSave, onDelete }: TeamFactsProps): ReactElement {
  const [name, setName] = useState(team.name);
  const [description, setDescription] = useState(team.description);
  const [code, setCode] = useState(team.join_code ?? '');
  const [asking, setAsking] = useState(false);
  const join_code = code.trim() || null;
  const newCode = join_code !== (team.join_code ?? null);
  const facts = { name: name.trim(), description: description.trim(), ...(newCode && { join_code }) };
  const changed = facts.name !== team.name || facts.description !== team.description || newCode;
  return (
    <Section title={words.rename}>
      <form
        className={`${admin.panel} ${admin.padded}`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (facts.name !== '') onSave(facts);
        }}
      >
        <TextInput
          label={words.name}
          value={name}
          error={facts.name === '' ? words.missing : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label={words.description}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <TextInput
          label={words.joinCode}
          description={words.joinCodeHint}
          autoComplete="off"
          spellCheck={false}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <div className={admin.actions}>
          <Button type="submit" disabled={!changed || busy || facts.name === ''}>
            {adminTexts.save}
          </Button>
          <Button
            variant="default"
            className={admin.dangerous}
            disabled={busy}
            onClick={() => setAsking(true)}
          >
            {words.delete}
          </Button>
        </div>
      </form>
      {asking ? (
        <AskDelete
          title={words.askDelete(team.name)}
          why={words.askDeleteWhy}
          yes={words.delete}
          no={adminTexts.cancel}
          onYes={() => {
            setAsking(false);
            onDelete();
          }}
          onNo={() => setAsking(false)}
        />
      ) : null}
    </Section>
  );
}
