import { IconChevronDown, IconChevronUp, IconTrash } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import { moved } from '../../components/editing/moved.ts';
import { Suggest } from '../../components/editing/suggest.tsx';
import { findGuides } from '../../components/editing/suggestions.ts';
import { Picture } from '../../components/picture.tsx';
import lists from './lists.module.css';
import type { PrerequisiteGuide } from '../../features/edit/guide-fields.ts';
import { guideFieldTexts } from '../../features/edit/guide-texts.ts';
import { editTexts } from './texts.ts';

export interface PrerequisitesFieldProps {
  guideid: number;
  guides: readonly PrerequisiteGuide[];
  problem: string | null;
  onChange: (guides: PrerequisiteGuide[]) => void;
}

export function PrerequisitesField({
  guideid,
  guides,
  problem,
  onChange,
}: PrerequisitesFieldProps): ReactElement {
  const words = editTexts.list;
  return (
    <>
      {guides.length > 0 ? (
        <ul className={lists.needed} data-unit="prerequisites" tabIndex={-1}>
          {guides.map((guide, index) => (
            <li key={guide.guideid}>
              <span className={lists.thumb}>
                <Picture image={guide.image} size="140x105" alt="" initial={guide.category || guide.title} />
              </span>
              <span className={lists.grow}>{guide.title}</span>
              <button
                type="button"
                disabled={index === 0}
                aria-label={words.earlier(guide.title)}
                onClick={() => onChange(moved(guides, index, index - 1))}
              >
                <IconChevronUp aria-hidden />
              </button>
              <button
                type="button"
                disabled={index === guides.length - 1}
                aria-label={words.later(guide.title)}
                onClick={() => onChange(moved(guides, index, index + 1))}
              >
                <IconChevronDown aria-hidden />
              </button>
              <button
                type="button"
                aria-label={words.remove(guide.title)}
                onClick={() => onChange(guides.filter((one) => one.guideid !== guide.guideid))}
              >
                <IconTrash aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <Suggest
        label={guideFieldTexts.fields.prerequisites}
        hideLabel
        kind="guide"
        find={async (text, signal) =>
          (await findGuides(text, signal)).filter(
            ({ guide }) => guide.guideid !== guideid && !guides.some((one) => one.guideid === guide.guideid),
          )
        }
        onChoose={({ guide: { guideid: id, title, image, category } }) =>
          onChange([...guides, { guideid: id, title, image, category }])
        }
        placeholder={words.findGuide}
        hint={guideFieldTexts.fields.prerequisitesHint}
        problem={problem}
      />
    </>
  );
}
