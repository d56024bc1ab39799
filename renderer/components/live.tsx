import { VisuallyHidden } from '@mantine/core';
import type { ReactElement } from 'react';

/** Says a change aloud to screen readers; must stay mounted while its words change. */
export const Live = ({ children }: { children: string }): ReactElement => (
  <VisuallyHidden role="status" aria-live="polite">
    {children}
  </VisuallyHidden>
);
