import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import { guideTexts } from './texts.ts';

export interface CompletedButtonProps {
  completed: boolean;
  /** True if this is the main button of its screen. */
  prominent?: boolean;
  onChange: (completed: boolean) => void;
}

/** Marks a guide as completed, or no longer. */
export const CompletedButton = ({
  completed,
  prominent = false,
  onChange,
}: CompletedButtonProps): ReactElement => (
  <Button
    variant={prominent && !completed ? 'filled' : 'default'}
    aria-pressed={completed}
    leftSection={<IconCircleCheck size="1.5rem" />}
    onClick={() => onChange(!completed)}
  >
    {completed ? guideTexts.finished.completed : guideTexts.finished.complete}
  </Button>
);
