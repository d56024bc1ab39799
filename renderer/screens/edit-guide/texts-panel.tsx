import type { ReactElement } from 'react';

import { WikiTextField } from '../../components/editing/wiki-field.tsx';
import type { Access } from './access.ts';
import styles from './edit-guide.module.css';
import { BothVersions } from './field-conflict.tsx';
import { guideFieldTexts } from '../../features/edit/guide-texts.ts';

export const TextsPanel = ({ access }: { access: Access }): ReactElement => (
  <div className={styles.panels}>
    {(['introduction', 'conclusion'] as const).map((name) => (
      <section key={name} className={styles.panel}>
        <WikiTextField
          label={guideFieldTexts.fields[name]}
          unit={name}
          value={access.get(name)}
          onChange={(value) => access.set(name, value)}
          onBlur={access.rest}
          problem={access.problem([name])}
          hint={guideFieldTexts.fields[`${name}Hint`]}
        />
        <BothVersions access={access} name={name} />
      </section>
    ))}
  </div>
);
