import type { ReactElement } from 'react';

import type { Access } from './access.ts';
import styles from './edit-guide.module.css';
import { BothVersions } from './field-conflict.tsx';
import { ItemsField } from './items-field.tsx';

export const ThingsPanel = ({ access }: { access: Access }): ReactElement => (
  <div className={styles.panels}>
    {(['tools', 'parts'] as const).map((kind) => (
      <div key={kind} className={styles.panels}>
        <ItemsField
          kind={kind}
          items={access.get(kind)}
          problem={access.problem([kind])}
          onChange={(items, pace) => access.set(kind, items, pace)}
          onBlur={access.rest}
        />
        <BothVersions access={access} name={kind} />
      </div>
    ))}
  </div>
);
