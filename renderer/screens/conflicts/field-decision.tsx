import type { ReactElement } from 'react';

import { fieldName } from '../../features/changes/entry-words.ts';
import { valueText } from '../../features/changes/written.ts';
import { fieldKind, writtenAs } from './choices.ts';
import { sideOf } from './decision.ts';
import type { FieldDecisionProps } from './decision.ts';
import { FieldSides } from './field-sides.tsx';
import { LineDecisions } from './line-decisions.tsx';
import { MarkedText } from './marked-text.tsx';
import { mergeWords } from './merge-words.ts';
import { OrderDecision } from './order-decision.tsx';
import { OwnText } from './own-text.tsx';
import { StoredPictures } from './stored-pictures.tsx';
import { conflictTexts } from './texts.ts';
import { WholeDecision } from './whole-decision.tsx';

/** One field that both sides changed, with the comparison for its kind. */
export function FieldDecision(props: FieldDecisionProps): ReactElement {
  const { conflict, sides, choice, problem, onChoose } = props;
  switch (fieldKind(conflict)) {
    case 'lines':
      return <LineDecisions {...props} />;
    case 'order':
      return <OrderDecision {...props} />;
    case 'whole':
    case 'gone':
      return <WholeDecision {...props} />;
    case 'pictures':
      return (
        <FieldSides
          title={fieldName(conflict.field)}
          sides={sides}
          base={<StoredPictures value={conflict.base} />}
          mine={<StoredPictures value={conflict.mine} other={conflict.theirs} />}
          theirs={<StoredPictures value={conflict.theirs} other={conflict.mine} />}
          chosen={sideOf(choice)}
          onChoose={onChoose}
          problem={problem}
        />
      );
    case 'large':
      return (
        <FieldSides
          title={fieldName(conflict.field)}
          sides={sides}
          base={null}
          mine={valueText(conflict.field, conflict.mine)}
          theirs={conflictTexts.tooLarge}
          chosen={sideOf(choice)}
          onChoose={onChoose}
          problem={problem}
        />
      );
    case 'text':
      return <TextDecision {...props} />;
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function TextDecision({ conflict, sides, choice, problem, onChoose }: FieldDecisionProps): ReactElement {
  const { field, base, mine, theirs } = conflict;
  const name = fieldName(field);
  const written = writtenAs(conflict);
  const before = valueText(field, base);
  const own = typeof choice === 'object' && 'value' in choice ? textOf(choice.value) : '';
  return (
    <FieldSides
      title={name}
      sides={sides}
      base={<MarkedText before={before} text={before} />}
      mine={<MarkedText before={before} text={valueText(field, mine)} />}
      theirs={<MarkedText before={before} text={valueText(field, theirs)} />}
      chosen={sideOf(choice)}
      onChoose={onChoose}
      problem={problem}
      {...(written
        ? {
            own: {
              label: conflictTexts.write,
              start: () => onChoose({ value: mergeWords(textOf(base), textOf(mine), textOf(theirs)) }),
              field: (
                <OwnText
                  label={conflictTexts.result(name)}
                  value={own}
                  short={written === 'line'}
                  onChange={(value) => onChoose({ value })}
                />
              ),
            },
          }
        : {})}
    />
  );
}
