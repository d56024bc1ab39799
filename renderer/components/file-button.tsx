import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useRef } from 'react';
import type { ReactElement } from 'react';

interface FileButtonProps {
  words: string;
  /** File name endings, such as `.json`. */
  accept?: string;
  loading?: boolean;
  onFile: (file: File) => void;
}

/** A button that asks for a file. The same file can be chosen again. */
export function FileButton({ words, accept, loading = false, onFile }: FileButtonProps): ReactElement {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="default"
        loading={loading}
        leftSection={<IconFileImport size="1.5rem" />}
        onClick={() => picker.current?.click()}
      >
        {words}
      </Button>
      <input
        ref={picker}
        hidden
        type="file"
        accept={accept}
        aria-label={words}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onFile(file);
          currentTarget.value = '';
        }}
      />
    </>
  );
}
