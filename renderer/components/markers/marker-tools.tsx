import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowUpRight,
  IconCircle,
  IconLine,
  IconPlus,
  IconRectangle,
  IconRulerMeasure,
  IconTrash,
} from '@tabler/icons-react';
import type { ReactElement } from 'react';

import { markerColours, markerKinds } from '../../../shared/markup.ts';
import type { MarkerColour, MarkerKind } from '../../../shared/markup.ts';
import styles from './marker-dialog.module.css';
import { markerTexts as words } from './texts.ts';
import type { Marking } from './use-marking.ts';

const icons: Record<MarkerKind, typeof IconCircle> = {
  circle: IconCircle,
  rectangle: IconRectangle,
  arrow: IconArrowUpRight,
  line: IconLine,
  gap: IconRulerMeasure,
};
const colours = Object.keys(markerColours) as MarkerColour[];

/** Tools of the marker editor: shape, colour and the actions on the selected marker. */
export function MarkerTools({ marking }: { marking: Marking }): ReactElement {
  const { drawing, pickKind, pickColour, add, remove, undo, redo } = marking;
  const chosen = drawing.chosen === null ? undefined : drawing.markers[drawing.chosen];
  const { colour } = chosen ?? drawing;
  return (
    <div className={styles.tools}>
      <fieldset aria-label={words.tools}>
        {markerKinds.map((name) => {
          const Icon = icons[name];
          return (
            <button
              key={name}
              type="button"
              aria-label={words.kinds[name]}
              title={words.kinds[name]}
              aria-pressed={drawing.kind === name}
              onClick={() => pickKind(name)}
            >
              <Icon size={28} aria-hidden />
            </button>
          );
        })}
      </fieldset>
      <fieldset aria-label={words.colours}>
        {colours.map((name) => (
          <button
            key={name}
            type="button"
            className={styles.colour}
            aria-label={words.colour[name]}
            title={words.colour[name]}
            aria-pressed={colour === name}
            onClick={() => pickColour(name)}
          >
            <svg viewBox="0 0 24 24" aria-hidden>
              <circle cx="12" cy="12" r="10" fill={markerColours[name]} />
            </svg>
          </button>
        ))}
      </fieldset>
      <fieldset>
        <Tool name={words.add} icon={IconPlus} onClick={add} />
        <Tool name={words.remove} icon={IconTrash} onClick={remove} disabled={!chosen} />
        <Tool
          name={words.undo}
          icon={IconArrowBackUp}
          onClick={undo}
          disabled={drawing.before.length === 0}
        />
        <Tool
          name={words.redo}
          icon={IconArrowForwardUp}
          onClick={redo}
          disabled={drawing.after.length === 0}
        />
      </fieldset>
    </div>
  );
}

interface ToolProps {
  name: string;
  icon: typeof IconPlus;
  onClick: () => void;
  disabled?: boolean;
}

const Tool = ({ name, icon: Icon, onClick, disabled = false }: ToolProps): ReactElement => (
  <button type="button" aria-label={name} title={name} disabled={disabled} onClick={onClick}>
    <Icon size={28} aria-hidden />
  </button>
);
