import { useEffect, useEffectEvent } from 'react';

import { assertNever } from '../../shared/assert.ts';
import type { IpcEvents } from '../../shared/ipc.ts';
import { bridge } from '../bridge.ts';
import { navigate, paths } from '../location.ts';

/** The window's menu, and Ctrl/Cmd-K in a browser that has no such menu. */
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
      default:
        return assertNever(command);
    }
  });

  useEffect(() => bridge?.on('menu', (command) => run(command)), []);

  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      run('search');
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
