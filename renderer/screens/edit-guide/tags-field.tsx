import { IconX } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import { Suggest } from '../../components/editing/suggest.tsx';
import { findTags } from '../../components/editing/suggestions.ts';
import styles from './edit-guide.module.css';
import { guideFieldTexts } from '../../features/edit/guide-texts.ts';
import { editTexts } from './texts.ts';

export interface TagsFieldProps {
  tags: readonly string[];
  problem: string | null;
  onChange: (tags: string[]) => void;
}

export function TagsField({ tags, problem, onChange }: TagsFieldProps): ReactElement {
  const add = (tag: string): void => {
    const short = tag.slice(0, 32);
    if (!tags.includes(short)) onChange([...tags, short]);
  };
  return (
    <div className={styles.tags}>
      <ul data-unit="tags" tabIndex={-1}>
        {tags.map((tag) => (
          <li key={tag}>
            {tag}
            <button
              type="button"
              aria-label={editTexts.list.remove(tag)}
              onClick={() => onChange(tags.filter((one) => one !== tag))}
            >
              <IconX size="1.25rem" aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <Suggest
        label={guideFieldTexts.fields.tags}
        hideLabel
        kind="tag"
        find={findTags}
        onChoose={({ title }) => add(title)}
        onOther={add}
        placeholder={editTexts.list.findTag}
        hint={guideFieldTexts.fields.tagsHint}
        problem={problem}
      />
    </div>
  );
}
