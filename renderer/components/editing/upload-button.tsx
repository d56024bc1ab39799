import { useRef } from 'react';
import type { ReactElement, ReactNode } from 'react';

export interface UploadButtonProps {
  label: string;
  /** Shown inside; the label alone when absent. */
  children?: ReactNode;
  className?: string | undefined;
  multiple?: boolean;
  disabled?: boolean;
  tabIndex?: number;
  onFiles: (files: readonly File[]) => void;
}

/** The types the API stores (CONTRACT 6.4). */
export const pictureTypes = 'image/jpeg,image/png,image/gif,image/bmp,image/tiff';

/** A button that asks the system for pictures; on a machine held in the hand the system offers its camera too. */
export function UploadButton(props: UploadButtonProps): ReactElement {
  const { label, children, className, multiple = false, disabled = false, tabIndex, onFiles } = props;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className={className}
        title={label}
        aria-label={label}
        disabled={disabled}
        tabIndex={tabIndex}
        onClick={() => input.current?.click()}
      >
        {children ?? label}
      </button>
      <input
        ref={input}
        type="file"
        accept={pictureTypes}
        multiple={multiple}
        hidden
        tabIndex={-1}
        aria-hidden
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          // The same file can be chosen again.
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
