import { useRef } from 'react';
import type { ReactElement, ReactNode } from 'react';

export interface UploadButtonProps {
  label: string;
  /** Content of the button; by default the label. */
  children?: ReactNode;
  className?: string | undefined;
  multiple?: boolean;
  disabled?: boolean;
  tabIndex?: number;
  onFiles: (files: readonly File[]) => void;
}

/** The types that are accepted; systems without a type for photos of phones know their endings. */
export const pictureTypes =
  'image/jpeg,image/png,image/gif,image/bmp,image/tiff,image/webp,image/heic,image/heif,.heic,.heif';

/** Opens the system's file dialog for pictures; on handheld machines that offers the camera too. */
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
          // Without this, choosing the same file again would fire no event.
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
