import { useEffect, useEffectEvent } from 'react';

import { assertNever } from '../../shared/assert.ts';
import type { IpcEvents } from '../../shared/ipc.ts';
import { showKeys } from '../keyboard/keyboard-map.tsx';
import { useShortcuts } from '../keyboard/shortcuts.ts';
import { keyTexts } from '../keyboard/texts.ts';
import { menuKeys } from '../../shared/menu-keys.ts';
import type { MenuKey } from '../../shared/menu-keys.ts';
import { bridge } from '../bridge.ts';
import { useKiosk } from '../components/use-kiosk.ts';
import { readingKey } from '../direction.ts';
import { isMac } from '../keyboard/key-names.ts';
import type { Shortcut } from '../keyboard/shortcuts.ts';
import { openPalette } from '../state/palette.ts';
import { useCommands } from './commands.ts';
import { shellTexts } from './texts.ts';
import { paths } from '../location.ts';
import { navigate } from '../state/navigation.ts';

/** Handles the window's menu, and the shortcuts that work on every screen. */
export function useMenuCommands(focusSearch: () => void): void {
  const kiosk = useKiosk();
  const commands = useCommands();
  const run = useEffectEvent((command: IpcEvents['menu']) => {
    switch (command) {
      case 'search':
        return focusSearch();
      case 'palette':
        return kiosk ? focusSearch() : openPalette();
      case 'home':
        return navigate(paths.home);
      case 'sync':
        return navigate(paths.sync);
      case 'settings':
        return navigate(paths.settings);
      case 'back':
        return window.history.back();
      case 'forward':
        return window.history.forward();
      case 'keys':
        return void showKeys();
      case 'diagnostics':
        return navigate(paths.diagnostics);
      default:
        return assertNever(command);
    }
  });

  useEffect(() => bridge?.on('menu', (command) => run(command)), []);

  const keys = menuKeys(isMac);
  const shortcuts: Shortcut[] = [
    { does: keyTexts.search, keys: ['/'], run: () => run('search') },
    { does: shellTexts.commands.title, keys: [keys.palette], run: () => run('palette'), inFields: true },
  ];
  useShortcuts(keyTexts.everywhere, shortcuts, { general: true });
  useShortcuts(
    keyTexts.goTo,
    commands.flatMap(({ words, keys: own, run: go }) =>
      own === undefined ? [] : [{ does: words, keys: [own], run: go }],
    ),
    { general: true },
  );
  // A browser and a kiosk have no menu.
  useShortcuts(keyTexts.window, bridge && !kiosk ? listed(keys) : [], { general: true });
}

/** Returns the keys of the menu for the list of shortcuts. */
const listed = (keys: Readonly<Record<MenuKey, string>>): Shortcut[] =>
  (Object.keys(keyTexts.menu) as (keyof typeof keyTexts.menu)[]).map((name) => ({
    does: keyTexts.menu[name],
    // The list mirrors arrows for languages that are read from the right; the menu does not.
    keys: [keys[name].replace(/Arrow\w+$/, readingKey)],
    run: () => undefined,
    byMenu: true,
  }));
