import type { ReactElement } from 'react';

import { ConflictChoice } from '../../features/edit/conflict-choice.tsx';
import { DiffText } from '../../components/editing/diff-text.tsx';
import type { Access } from './access.ts';
import type { StepValue } from '../../features/edit/step-value.ts';
import { bulletTexts } from '../../../shared/bullet-texts.ts';
import { editTexts } from './texts.ts';

/** Both versions of a step in conflict. Each includes what only one side changed. */
export function StepConflict({ access, stepKey }: { access: Access; stepKey: string }): ReactElement | null {
  const conflict = access.conflict<StepValue>(['step', stepKey]);
  const mine = access.step(stepKey);
  if (!conflict || !mine) return null;
  const { theirs } = conflict;
  const [own, other] = [stepWords(mine), theirs ? stepWords(theirs) : ''];
  return (
    <ConflictChoice
      mine={<DiffText before={other} after={own} show="after" />}
      theirs={theirs ? <DiffText before={own} after={other} show="after" /> : null}
      onMine={() => access.resolve(['step', stepKey], 'mine')}
      onTheirs={() => access.resolve(['step', stepKey], 'theirs')}
    />
  );
}

const stepWords = ({ title, lines, images }: StepValue): string =>
  [
    title,
    ...lines.map(({ text, bullet, level }) => `${'    '.repeat(level)}${bulletTexts(bullet)}: ${text}`),
    editTexts.step.mediaOf(images.length),
  ]
    .filter(Boolean)
    .join('\n');
