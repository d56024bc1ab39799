import { Button, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconDownload, IconFileTypePdf, IconFileZip, IconMarkdown } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import { guideFileName, guideMarkdown, guideZip } from '../../../shared/guide-export.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import { errorMessage } from '../../api/errors.ts';
import { download } from '../../components/download.ts';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { guideTexts } from '../../features/guide-view/texts.ts';
import { exportWords, largestHere } from './export-words.ts';

/** Saves a guide as a file. `onPdf` is null in a browser, whose print dialog makes a PDF. */
export function ExportMenu({ guide, onPdf }: { guide: Guide; onPdf: (() => void) | null }): ReactElement {
  const words = guideTexts.export;
  const zip = useMutation({
    mutationFn: async () =>
      download(
        guideFileName(guide.title, 'zip'),
        'application/zip',
        await guideZip(guide, exportWords, largestHere),
      ),
  });
  const saveMarkdown = (): void =>
    download(
      guideFileName(guide.title, 'md'),
      'text/markdown',
      guideMarkdown(guide, exportWords, ({ original }) => original),
    );
  return (
    <>
      <Menu position="top-start" width="max-content" offset={8}>
        <Menu.Target>
          <Button variant="default" loading={zip.isPending} leftSection={<IconDownload size="1.5rem" />}>
            {words.open}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {onPdf ? (
            <Menu.Item leftSection={<IconFileTypePdf size="1.5rem" />} onClick={onPdf}>
              {words.pdf}
            </Menu.Item>
          ) : null}
          <Menu.Item leftSection={<IconFileZip size="1.5rem" />} onClick={() => zip.mutate()}>
            {words.zip}
          </Menu.Item>
          <Menu.Item leftSection={<IconMarkdown size="1.5rem" />} onClick={saveMarkdown}>
            {words.markdown}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {zip.error ? <InlineProblem>{`${words.failed} ${errorMessage(zip.error)}`}</InlineProblem> : null}
    </>
  );
}
