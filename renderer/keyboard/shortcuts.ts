import { useEffect, useEffectEvent } from 'react';

import { preferences } from '../state/preferences.ts';
import { isScanned, unlessScanned } from './scanner.ts';
import { isPressed, isSingle, patternOf } from './key-names.ts';

/** What a key does. The overview and the handler are both made of it. */
export interface Shortcut {
  /** Any of these: `Mod+Shift+Z`, `ArrowRight`, `?`. `Mod` is Ctrl, and Cmd on a Mac. */
  keys: readonly string[];
  /** In words. */
  does: string;
  run: (event: KeyboardEvent) => void;
  /** Whether it does something now; asked with the event of a key, and without one for the overview. */
  when?: (event?: KeyboardEvent) => boolean;
  /** Heard while somebody types, too. */
  inFields?: boolean;
}

export interface ShortcutGroup {
  name: string;
  /** Of an open dialog, while which nothing else is heard. */
  inDialog?: boolean;
  /** Of every screen: comes after what the screen itself has. */
  general?: boolean;
  shortcuts: readonly Shortcut[];
}

const groups = new Set<() => ShortcutGroup>();

/** What can be pressed now, the innermost first. */
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

/** Hears these keys as long as the component stands. */
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
  // These press what has the focus.
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
