import type { Input } from 'electron';

type Keys = Pick<Input, 'key' | 'control' | 'meta' | 'alt' | 'shift'>;

const editing = /^[acvxyz]$/i;
const moving = /^(?:Arrow(?:Left|Right|Up|Down)|Home|End|Backspace|Delete)$/;

/** Returns whether a key press may reach a kiosk's page: typing and editing do; keys that close, open or reload do not. */
export function mayPass({ key, control, meta, alt, shift }: Keys): boolean {
  if (/^F\d{1,2}$/.test(key) || /^(?:Browser|Launch|Media|Mail|Zoom)/.test(key) || key === 'ContextMenu')
    return false;
  // AltGr types characters such as @ and €.
  if (control && alt) return key.length === 1 && !/^[a-z0-9]$/i.test(key);
  if (alt) return key === 'Alt' || (process.platform === 'darwin' && (key.length === 1 || moving.test(key)));
  if (!control && !meta) return true;
  return (
    key === 'Control' ||
    key === 'Meta' ||
    moving.test(key) ||
    (editing.test(key) && !(shift && /^[cvx]$/i.test(key)))
  );
}
