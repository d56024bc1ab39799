import { useEffect, useEffectEvent } from 'react';

import { preferences } from '../state/preferences.ts';
import { isScanned, unlessScanned } from './scanner.ts';
import { isPressed, isSingle, patternOf } from './key-names.ts';

/** A shortcut, for the key handler and for the list of shortcuts. */
export interface Shortcut {
  /** Any of these: `Mod+Shift+Z`, `ArrowRight`, `?`, `G H` one after the other. `Mod` is Ctrl, and Cmd on a Mac. */
  keys: readonly string[];
  /** Text for the list of shortcuts. */
  does: string;
  run: (event: KeyboardEvent) => void;
  /** Returns whether the shortcut is active; called without an event for the list of shortcuts. */
  when?: (event?: KeyboardEvent) => boolean;
  /** True if it also works while the person types in a field. */
  inFields?: boolean;
  /** The window's menu handles it; it is only listed. */
  byMenu?: boolean;
}

export interface ShortcutGroup {
  name: string;
  /** Belongs to an open dialog; other groups are off meanwhile. */
  inDialog?: boolean;
  /** Works on every screen; listed after the screen's own shortcuts. */
  general?: boolean;
  shortcuts: readonly Shortcut[];
}

const groups = new Set<() => ShortcutGroup>();

/** Returns the active shortcuts, innermost group first. */
export const currentGroups = (): ShortcutGroup[] =>
  heardGroups()
    .map((group) => ({
      ...group,
      shortcuts: group.shortcuts
        .filter(({ when }) => when?.() ?? true)
        .map((shortcut) => ({ ...shortcut, keys: shortcut.keys.filter(isHeard) }))
        .filter(({ keys }) => keys.length > 0),
    }))
    .filter(({ shortcuts }) => shortcuts.length > 0);

/** Registers shortcuts while the component is mounted. */
export function useShortcuts(
  name: string,
  shortcuts: readonly Shortcut[],
  where: Pick<ShortcutGroup, 'inDialog' | 'general'> = {},
): void {
  const read = useEffectEvent((): ShortcutGroup => ({ name, ...where, shortcuts }));
  useEffect(() => {
    const group = (): ShortcutGroup => read();
    if (groups.size === 0) window.addEventListener('keydown', onKey);
    groups.add(group);
    return () => {
      groups.delete(group);
      if (groups.size === 0) window.removeEventListener('keydown', onKey);
    };
  }, []);
}

function onKey(event: KeyboardEvent): void {
  const scanned = isScanned(event);
  if (event.defaultPrevented || event.isComposing) return;
  const target = event.target instanceof HTMLElement ? event.target : document.body;
  const typing = target.closest('input:not([type=checkbox]), textarea, select, [role=menu]') !== null;
  // Enter and Space activate a focused button or link.
  const pressing =
    (event.key === 'Enter' || event.key === ' ') && target.closest('button, a, summary, input') !== null;
  const active = heardGroups()
    .flatMap(({ shortcuts }) => shortcuts)
    .filter(({ byMenu, inFields = false }) => !byMenu && (inFields || !(typing || pressing || scanned)));
  const first = firstOf(event);
  const chosen = (isChosen: (key: string) => boolean): Shortcut | undefined =>
    active.find(
      ({ keys, when }) => keys.some((key) => isHeard(key) && isChosen(key)) && (when?.(event) ?? true),
    );
  const shortcut =
    chosen((key) => first !== undefined && isSecond(key, first, event)) ??
    chosen((key) => isPressed(patternOf(key), event));
  if (shortcut) {
    event.preventDefault();
    unlessScanned(event, () => shortcut.run(event));
  } else if (chosen((key) => key.includes(' ') && isPressed(patternOf(key.split(' ')[0] ?? ''), event)))
    begun = { key: event.key, atMs: event.timeStamp };
}

/** Time in which the second key of a sequence such as `G H` must follow. */
const sequenceMs = 1_500;
/** The first key of a sequence, and when it was pressed. */
let begun: { key: string; atMs: number } | undefined;

/** Returns the key that may have begun a sequence, once. */
function firstOf({ timeStamp }: KeyboardEvent): string | undefined {
  const first = begun && timeStamp - begun.atMs < sequenceMs ? begun.key : undefined;
  begun = undefined;
  return first;
}

function isSecond(keys: string, first: string, event: KeyboardEvent): boolean {
  const [begin = '', end] = keys.split(' ');
  return end !== undefined && begin.toLowerCase() === first.toLowerCase() && isPressed(patternOf(end), event);
}

function heardGroups(): ShortcutGroup[] {
  const dialog = document.querySelector('dialog[open]') !== null;
  const heard = [...groups].map((read) => read()).filter(({ inDialog = false }) => inDialog === dialog);
  return heard.toSorted((a, b) => Number(a.general ?? false) - Number(b.general ?? false));
}

const isHeard = (key: string): boolean =>
  preferences.getState().singleKeys || !key.split(' ').some((one) => isSingle(patternOf(one)));
