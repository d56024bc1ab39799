import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconFileTypePdf, IconPrinter } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import { errorMessage } from '../../api/errors.ts';
import { bridge, printPage } from '../../bridge.ts';
import { download } from '../../components/download.ts';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { useKiosk } from '../../components/use-kiosk.ts';
import { useShortcuts } from '../../keyboard/shortcuts.ts';
import { keyTexts } from '../../keyboard/texts.ts';
import { exportFileName } from './export.ts';
import { reportTexts } from './texts.ts';

/** Buttons to print the page and to save it as PDF. No PDF button in a browser, whose print dialog has it, or in a kiosk. */
export function Paper({ workorderid }: { workorderid: string }): ReactElement {
  const words = reportTexts;
  const kiosk = useKiosk();
  const print = useMutation({ mutationFn: printPage });
  const pdf = useMutation({
    mutationFn: async () => {
      if (bridge) download(exportFileName(workorderid, 'pdf'), 'application/pdf', await bridge.pdf());
    },
  });
  const { name, print: does } = keyTexts.guide;
  useShortcuts(name, [{ keys: ['Mod+P'], does, run: () => print.mutate() }], { general: true });
  const error = print.error ?? pdf.error;
  return (
    <>
      <Button variant="default" leftSection={<IconPrinter size="1.5rem" />} onClick={() => print.mutate()}>
        {words.print}
      </Button>
      {bridge && !kiosk ? (
        <Button
          variant="default"
          loading={pdf.isPending}
          leftSection={<IconFileTypePdf size="1.5rem" />}
          onClick={() => pdf.mutate()}
        >
          {words.pdf}
        </Button>
      ) : null}
      {error ? <InlineProblem>{`${words.unprinted} ${errorMessage(error)}`}</InlineProblem> : null}
    </>
  );
}
