import type { ReactElement } from 'react';

import { limits } from '../../../shared/limits.ts';
import { difficulties } from '../../../shared/model/guide.ts';
import type { OfferedFlag } from '../../../shared/model/user.ts';
import { NativeSelect } from '../../components/choice.tsx';
import { CoverField } from '../../components/editing/cover-field.tsx';
import { Suggest } from '../../components/editing/suggest.tsx';
import { findCategories } from '../../components/editing/suggestions.ts';
import { TextField } from '../../components/editing/text-field.tsx';
import { Segments } from '../../components/segments.tsx';
import { useGuideTypes } from '../../api/queries/site.ts';
import type { Access } from './access.ts';
import styles from './edit-guide.module.css';
import { BothVersions } from './field-conflict.tsx';
import { flagInWords } from '../../flag-texts.ts';
import { FlagsField } from '../../features/edit/flags-field.tsx';
import { PrerequisitesField } from './prerequisites-field.tsx';
import { TagsField } from './tags-field.tsx';
import { difficultyName, typeName } from '../../vocabulary.ts';
import { guideFieldTexts } from '../../features/edit/guide-texts.ts';
import { editTexts } from './texts.ts';
import { TimeField } from './time-field.tsx';

export interface DetailsPanelProps {
  access: Access;
  /** Flags that this person may set and remove. */
  flags: readonly OfferedFlag[];
  guideid: number;
}

export function DetailsPanel({ access, flags, guideid }: DetailsPanelProps): ReactElement {
  const words = guideFieldTexts.fields;
  const type = access.get('type');
  const offered = useGuideTypes();
  const types = offered.includes(type) ? offered : [...offered, type];
  const difficulty = access.get('difficulty');
  const flagsProblem = access.problem(['flags']);
  const text = (name: 'title' | 'subject' | 'summary') => ({
    label: words[name],
    unit: name,
    value: access.get(name),
    onChange: (value: string) => access.set(name, value),
    onBlur: access.rest,
    problem: access.problem([name]),
  });
  return (
    <div className={styles.panels}>
      <section className={styles.panel} aria-label={editTexts.rail.details}>
        <TextField {...text('title')} />
        <BothVersions access={access} name="title" />
        <div className={styles.pair}>
          <Suggest
            label={words.category}
            unit="category"
            kind="category"
            value={access.get('category')}
            onText={(value) => access.set('category', value)}
            onBlur={access.rest}
            find={findCategories}
            onChoose={({ title }) => access.set('category', title, 'choice')}
            placeholder={editTexts.list.findCategory}
            hint={words.categoryHint}
            problem={access.problem(['category'])}
          />
          <TextField {...text('subject')} hint={words.subjectHint} />
        </div>
        <BothVersions access={access} name="category" />
        <BothVersions access={access} name="subject" />
        <div className={styles.named}>
          <h3>{words.type}</h3>
          <NativeSelect
            label={words.type}
            hideLabel
            value={type}
            options={types.map((value) => ({ value, label: typeName(value) }))}
            onChange={(value) => access.set('type', value, 'choice')}
          />
        </div>
        <BothVersions access={access} name="type" />
        <TextField {...text('summary')} lines most={limits.guide.summary.max} hint={words.summaryHint} />
        <BothVersions access={access} name="summary" />
      </section>
      <section className={styles.panel}>
        <div className={styles.named}>
          <h3>{words.difficulty}</h3>
          <Segments
            label={words.difficulty}
            value={difficulty ?? ''}
            options={[
              { value: '', label: words.noDifficulty },
              ...difficulties.map((value) => ({ value, label: difficultyName(value) })),
            ]}
            onChange={(value) =>
              access.set('difficulty', difficulties.find((known) => known === value) ?? null, 'choice')
            }
          />
        </div>
        <BothVersions access={access} name="difficulty" />
        <TimeField
          time={access.get('time')}
          problem={access.problem(['time'])}
          onChange={(time) => access.set('time', time)}
          onBlur={access.rest}
        />
        <BothVersions access={access} name="time" />
      </section>
      <section className={styles.panel}>
        <h3>{words.image}</h3>
        <div className={styles.cover}>
          <CoverField
            label={words.image}
            read={() => access.get('image')}
            onChange={(chosen) => access.set('image', chosen, 'choice')}
          />
        </div>
        <BothVersions access={access} name="image" />
      </section>
      <section className={styles.panel}>
        <h3>{words.prerequisites}</h3>
        <PrerequisitesField
          guideid={guideid}
          guides={access.get('prerequisites')}
          problem={access.problem(['prerequisites'])}
          onChange={(guides) => access.set('prerequisites', guides, 'choice')}
        />
      </section>
      <section className={styles.panel}>
        <h3>{words.tags}</h3>
        <TagsField tags={access.tags()} problem={access.problem(['tags'])} onChange={access.setTags} />
      </section>
      {flags.length > 0 ? (
        <section className={styles.panel}>
          <h3>{words.flags}</h3>
          <p className={styles.soft}>{words.flagsHint}</p>
          <FlagsField
            offered={flags.map(flagInWords)}
            flags={access.get('flags')}
            onChange={(chosen) => access.set('flags', chosen, 'choice')}
          />
          {flagsProblem ? (
            <p className={styles.problem} role="alert">
              {flagsProblem}
            </p>
          ) : null}
        </section>
      ) : null}
    </div>
  );
}
