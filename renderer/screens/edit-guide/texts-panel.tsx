import type { ReactElement } from 'react';

import { WikiField } from '../../components/editing/wiki-field.tsx';
import type { Access } from './access.ts';
import styles from './edit-guide.module.css';
import { FieldConflict } from './field-conflict.tsx';
import { editTexts } from './texts.ts';

export const TextsPanel = ({ access }: { access: Access }): ReactElement => (
  <div className={styles.panels}>
    {(['introduction', 'conclusion'] as const).map((name) => (
      <section key={name} className={styles.panel}>
        <WikiField
          label={editTexts.fields[name]}
          unit={name}
          value={access.get(name)}
          onChange={(value) => access.set(name, value)}
          onBlur={access.rest}
          problem={access.problem([name])}
          hint={editTexts.fields[`${name}Hint`]}
        />
        <FieldConflict access={access} name={name} />
      </section>
    ))}
  </div>
);
