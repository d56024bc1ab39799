import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';

import { errorMessage } from '../../api/errors.ts';
import { FileButton } from '../../components/file-button.tsx';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { ProgressBar } from '../../components/progress.tsx';
import { bytes } from '../../format.ts';
import { paths } from '../../location.ts';
import { navigate } from '../../state/navigation.ts';
import { restoreBackup } from './restore-backup.ts';
import { setUpTexts } from './texts.ts';

const words = setUpTexts.restore;

interface RestorePanelProps {
  code: string;
  /** Called instead of restoring while there is no code. */
  onMissingCode: () => void;
}

/** Restores a backup in the place of this hub, which then starts again. */
export function RestorePanel({ code, onMissingCode }: RestorePanelProps): ReactElement {
  const [sent, setSent] = useState(0);
  const [leaving] = useState(() => new AbortController());
  useEffect(() => () => leaving.abort(), [leaving]);
  const restore = useMutation({
    mutationFn: (file: File) => {
      setSent(0);
      return restoreBackup({ file, code, signal: leaving.signal, onSent: setSent });
    },
    onSuccess: () => {
      navigate(paths.home, { replace: true });
      window.location.reload();
    },
  });
  if (restore.isPending || restore.isSuccess) return <Running file={restore.variables} sent={sent} />;
  return (
    <>
      <p>{words.words}</p>
      {restore.error ? (
        <InlineProblem>{`${words.failed} ${errorMessage(restore.error)}`}</InlineProblem>
      ) : null}
      <div>
        <FileButton
          words={words.choose}
          onFile={(file) => (code.trim() === '' ? onMissingCode() : restore.mutate(file))}
        />
      </div>
    </>
  );
}

function Running({ file, sent }: { file: File; sent: number }): ReactElement {
  const isSent = sent >= file.size;
  const title = isSent ? words.restoring(file.name) : words.sending(file.name);
  return (
    <>
      <output>
        <strong>{title}</strong>
      </output>
      <ProgressBar done={sent} total={isSent ? null : file.size} label={title} />
      <p>{isSent ? words.startsAgain : words.sent(bytes(sent), bytes(file.size))}</p>
    </>
  );
}
