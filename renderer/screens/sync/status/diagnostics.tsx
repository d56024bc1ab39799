import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconFileDownload } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { ReactElement } from 'react';
import { useLocation } from 'wouter';

import { api } from '../../../api/client.ts';
import { errorMessage } from '../../../api/errors.ts';
import { InlineProblem } from '../../../components/inline-problem.tsx';
import { Section } from '../../../components/section.tsx';
import { download } from '../../../components/download.ts';
import { paths } from '../../../location.ts';
import styles from './sync-status.module.css';
import { syncTexts } from '../texts.ts';

/** Saves a diagnostics file for support. The text lists its content beforehand. */
export function DiagnosticsView(): ReactElement {
  const words = syncTexts.diagnostics;
  const save = useMutation({
    mutationFn: async () => {
      const bundle = await api('GET /benchside/diagnostics');
      const day = new Date(bundle.made * 1000).toISOString().slice(0, 16).replace(/[:T]/g, '-');
      download(`benchside-diagnostics-${day}.json`, 'application/json', JSON.stringify(bundle, null, 2));
    },
  });
  const [place] = useLocation();
  const button = useRef<HTMLButtonElement>(null);
  // The Help menu opens the status at the address of this section.
  useEffect(() => {
    if (place === paths.diagnostics) button.current?.focus();
  }, [place]);
  return (
    <Section title={words.title}>
      <div className={styles.diagnostics}>
        <p>{words.holds}</p>
        <Button
          ref={button}
          variant="default"
          loading={save.isPending}
          leftSection={<IconFileDownload size="1.5rem" />}
          onClick={() => save.mutate()}
        >
          {words.save}
        </Button>
      </div>
      {save.error ? <InlineProblem>{`${words.failed} ${errorMessage(save.error)}`}</InlineProblem> : null}
    </Section>
  );
}
