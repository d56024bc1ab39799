import { useEffect, useEffectEvent } from 'react';

import { preferences } from '../state/preferences.ts';
import { isScanned, unlessScanned } from './scanner.ts';
import { isPressed, isSingle, patternOf } from './key-names.ts';

/** A shortcut, for the key handler and for the list of shortcuts. */
export interface Shortcut {
  /** Any of these: `Mod+Shift+Z`, `ArrowRight`, `?`. `Mod` is Ctrl, and Cmd on a Mac. */
  keys: readonly string[];
  /** Text for the list of shortcuts. */
  does: string;
  run: (event: KeyboardEvent) => void;
  /** Returns whether the shortcut is active; called without an event for the list of shortcuts. */
  when?: (event?: KeyboardEvent) => boolean;
  /** Whether it also works while the person types in a field. */
  inFields?: boolean;
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
  for (const { keys, run, when, inFields = false } of heardGroups().flatMap(({ shortcuts }) => shortcuts)) {
    if ((typing || pressing || scanned) && !inFields) continue;
    if (!keys.some((key) => isHeard(key) && isPressed(patternOf(key), event))) continue;
    if (when && !when(event)) continue;
    event.preventDefault();
    unlessScanned(event, () => run(event));
    return;
  }
}

function heardGroups(): ShortcutGroup[] {
  const dialog = document.querySelector('dialog[open]') !== null;
  const heard = [...groups].map((read) => read()).filter(({ inDialog = false }) => inDialog === dialog);
  return heard.toSorted((a, b) => Number(a.general ?? false) - Number(b.general ?? false));
}

const isHeard = (key: string): boolean => preferences.getState().singleKeys || !isSingle(patternOf(key));
