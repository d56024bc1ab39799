import { useState } from 'react';
import type { ReactElement } from 'react';

import type { GuideSummary } from '../../../shared/model/guide.ts';
import { NativeSelect } from '../../components/choice.tsx';
import { Suggest } from '../../components/editing/suggest.tsx';
import { findCategories } from '../../components/editing/suggestions.ts';
import { TextField } from '../../components/editing/text-field.tsx';
import { Segments } from '../../components/segments.tsx';
import { NewDocumentForm } from '../../features/edit/new-document-form.tsx';
import styles from './new-guide.module.css';
import { typeName } from '../../vocabulary.ts';
import { guideFieldTexts } from '../../features/edit/guide-texts.ts';
import { editTexts } from './texts.ts';

export interface Beginning {
  type: string;
  category: string;
  subject: string;
  title: string;
  /** The guideid of the template; 0 for an empty guide. */
  template: number;
}

export interface NewGuideProps {
  value: Beginning;
  /** Types that the hub takes. */
  types: readonly string[];
  templates: readonly GuideSummary[];
  foundAt: number | null;
  creating: boolean;
  problem: string | null;
  onChange: (value: Beginning) => void;
  onAccept: () => void;
  onDiscard: () => void;
  onCreate: (value: Beginning) => void;
}

export function NewGuide(props: NewGuideProps): ReactElement {
  const { value, types, templates, foundAt, creating, problem, onChange, onAccept, onDiscard, onCreate } =
    props;
  const words = editTexts.create;
  const [checked, setChecked] = useState(false);
  const put = (change: Partial<Beginning>): void => onChange({ ...value, ...change });
  return (
    <NewDocumentForm
      heading={
        <div>
          <h1>{words.title}</h1>
          <p className={styles.soft}>{words.words}</p>
        </div>
      }
      draft={{ foundAt, accept: onAccept, discard: onDiscard }}
      problem={problem && `${words.failed} ${problem}`}
      start={words.start}
      disabled={creating}
      onStart={() => {
        setChecked(true);
        if (value.category.trim() !== '') onCreate(value);
      }}
    >
      {templates.length > 0 ? (
        <div className={styles.named}>
          <span>{words.template}</span>
          <NativeSelect
            label={words.template}
            hideLabel
            value={String(value.template)}
            options={[
              { value: '0', label: words.noTemplate },
              ...templates.map(({ guideid, title }) => ({ value: String(guideid), label: title })),
            ]}
            onChange={(chosen) => {
              const found = templates.find(({ guideid }) => String(guideid) === chosen);
              const { guideid = 0, type = value.type, category = '', subject = '' } = found ?? {};
              put({
                template: guideid,
                type,
                category: value.category || category,
                subject: value.subject || subject,
              });
            }}
          />
        </div>
      ) : null}
      <div className={styles.named}>
        <span>{guideFieldTexts.fields.type}</span>
        <Segments
          label={guideFieldTexts.fields.type}
          value={value.type}
          options={types.map((type) => ({
            value: type,
            label: typeName(type),
          }))}
          onChange={(type) => put({ type })}
        />
      </div>
      <Suggest
        label={words.required(guideFieldTexts.fields.category)}
        problem={checked && value.category.trim() === '' ? words.noCategory : null}
        kind="category"
        value={value.category}
        onText={(category) => put({ category })}
        find={findCategories}
        onChoose={({ title }) => put({ category: title })}
        placeholder={editTexts.list.findCategory}
        hint={guideFieldTexts.fields.categoryHint}
      />
      <TextField
        label={guideFieldTexts.fields.subject}
        hint={guideFieldTexts.fields.subjectHint}
        value={value.subject}
        onChange={(subject) => put({ subject })}
      />
      <TextField
        label={words.name}
        hint={words.nameHint}
        value={value.title}
        onChange={(title) => put({ title })}
      />
    </NewDocumentForm>
  );
}
