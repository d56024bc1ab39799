import type { ReactElement } from 'react';

import type { Image } from '../../../shared/model/image.ts';
import { PicturesField } from './pictures-field.tsx';

export interface CoverFieldProps {
  label: string;
  /** Returns the picture as it is now: an upload may end long after the field was drawn. */
  read: () => Image | null;
  onChange: (image: Image | null) => void;
}

/** The one picture of a guide or page. */
export function CoverField({ label, read, onChange }: CoverFieldProps): ReactElement {
  const listed = (): Image[] => [read()].filter((image) => image !== null);
  return (
    <PicturesField
      label={label}
      images={listed()}
      most={1}
      onChange={(change) => onChange(change(listed())[0] ?? null)}
    />
  );
}
