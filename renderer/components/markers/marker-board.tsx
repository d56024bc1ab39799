import { useEffect, useRef } from 'react';
import type { ReactElement } from 'react';

import { markerColours } from '../../../shared/markup.ts';
import type { Marker } from '../../../shared/markup.ts';
import { keyed } from '../keyed.ts';
import type { OpenPicture } from './marked-picture.ts';
import { edge, markerPath, strokeOf } from './marker-path.ts';
import styles from './marker-dialog.module.css';
import { markerTexts } from './texts.ts';
import type { Marking } from './use-marking.ts';

/** The picture with its markers. For the keyboard each marker is an invisible button. */
export function MarkerBoard({ picture, marking }: { picture: OpenPicture; marking: Marking }): ReactElement {
  const { size, url } = picture;
  const { drawing, board, choose, pointer } = marking;
  const stroke = strokeOf(size);
  const markers = keyed(drawing.markers, ({ kind }) => kind);
  return (
    <div className={styles.stage}>
      <svg
        ref={board}
        className={styles.board}
        viewBox={`0 0 ${size.width} ${size.height}`}
        aria-hidden
        {...pointer}
      >
        <image href={url} width={size.width} height={size.height} />
        {markers.map(({ key, item }, index) => (
          <MarkerShape
            key={key}
            marker={item}
            index={index}
            stroke={stroke}
            isChosen={drawing.chosen === index}
          />
        ))}
      </svg>
      <ul className={styles.names}>
        {markers.map(({ key, item }, index) => (
          <li key={key}>
            <MarkerName
              marker={item}
              index={index}
              isChosen={drawing.chosen === index}
              onChoose={() => choose(index)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface MarkerProps {
  marker: Marker;
  index: number;
  isChosen: boolean;
}

function MarkerName({
  marker,
  index,
  isChosen,
  onChoose,
}: MarkerProps & { onChoose: () => void }): ReactElement {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isChosen) button.current?.focus({ preventScroll: true });
  }, [isChosen]);
  const { kind, colour } = marker;
  return (
    <button ref={button} type="button" aria-pressed={isChosen} onFocus={onChoose}>
      {markerTexts.marker(index + 1, markerTexts.kinds[kind], markerTexts.colour[colour])}
    </button>
  );
}

function MarkerShape({ marker, index, isChosen, stroke }: MarkerProps & { stroke: number }): ReactElement {
  const path = markerPath(marker, stroke);
  const { to } = marker;
  return (
    <g className={styles.marker} data-marker={index}>
      <path d={path} className={styles.reach} strokeWidth={stroke * 7} />
      {isChosen ? <path d={path} className={styles.chosen} strokeWidth={stroke * 3.4} /> : null}
      <path d={path} stroke={edge.colour} strokeWidth={stroke * edge.width} />
      <path d={path} stroke={markerColours[marker.colour]} strokeWidth={stroke} />
      {isChosen ? (
        <g data-marker={index} data-part="end">
          <circle className={styles.grip} cx={to.x} cy={to.y} r={stroke * 6} />
          <circle className={styles.handle} cx={to.x} cy={to.y} r={stroke * 2.2} strokeWidth={stroke * 0.8} />
        </g>
      ) : null}
    </g>
  );
}
