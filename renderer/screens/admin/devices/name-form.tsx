import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactElement } from 'react';

import { limits } from '../../../../shared/limits.ts';
import type { Device } from '../../../../shared/model/device.ts';
import { useFirstFocus } from '../../../hooks/use-first-focus.ts';
import admin from '../admin.module.css';
import styles from './device-card.module.css';
import { deviceTexts as words } from './texts.ts';

interface NameFormProps {
  device: Device;
  /** Null: the name that the desk reports. */
  onName: (name: string | null) => void;
  onCancel: () => void;
}

/** Gives a desk a name at this hub. */
export function NameForm({ device, onName, onCancel }: NameFormProps): ReactElement {
  const [name, setName] = useState(device.name);
  const field = useFirstFocus();
  const own = device.own_name ?? device.name;
  return (
    <form
      className={styles.naming}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const given = name.trim();
        onName(given === '' || given === own ? null : given);
      }}
    >
      <TextInput
        ref={field}
        label={words.newName}
        description={words.newNameHint(own)}
        maxLength={limits.desk.name.max}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') onCancel();
        }}
      />
      <Button type="submit" className={admin.small}>
        {words.save}
      </Button>
      <Button variant="default" className={admin.small} onClick={onCancel}>
        {words.cancel}
      </Button>
    </form>
  );
}
