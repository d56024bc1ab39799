import { useEffect, useEffectEvent } from 'react';

import { assertNever } from '../../shared/assert.ts';
import type { IpcEvents } from '../../shared/ipc.ts';
import { showKeys } from '../keyboard/keyboard-map.tsx';
import { useShortcuts } from '../keyboard/shortcuts.ts';
import { keyTexts } from '../keyboard/texts.ts';
import { bridge } from '../bridge.ts';
import { paths } from '../location.ts';
import { navigate } from '../state/navigation.ts';

/** Handles the window's menu, and the search shortcuts if there is no such menu. */
export function useMenuCommands(focusSearch: () => void): void {
  const run = useEffectEvent((command: IpcEvents['menu']) => {
    switch (command) {
      case 'search':
        return focusSearch();
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

  const search = { does: keyTexts.search, run: () => run('search') };
  const shortcuts = [
    { ...search, keys: ['Mod+K'], inFields: true },
    { ...search, keys: ['/'] },
  ];
  useShortcuts(keyTexts.everywhere, shortcuts, { general: true });
}
