import { useState } from 'react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { useStore } from 'zustand';

import { Sheet } from '../components/sheet.tsx';
import { paths } from '../location.ts';
import { preferences } from '../state/preferences.ts';
import { labelsOf } from './key-names.ts';
import styles from './keyboard-map.module.css';
import { currentGroups, useShortcuts } from './shortcuts.ts';
import type { Shortcut, ShortcutGroup } from './shortcuts.ts';
import { keyTexts } from './texts.ts';

/** Shows the shortcuts of the current screen on F1 or `?`, from the same table that handles them. */
export function KeyboardMap(): ReactElement | null {
  const [shown, setShown] = useState<ShortcutGroup[] | null>(null);
  const { singleKeys } = useStore(preferences);
  const open: Shortcut = {
    keys: ['F1', '?'],
    does: keyTexts.open,
    run: () => setShown(merged(currentGroups())),
  };
  useShortcuts(keyTexts.everywhere, [open], { general: true });
  useShortcuts(keyTexts.everywhere, [{ ...open, when: () => shown === null }], {
    inDialog: true,
    general: true,
  });
  if (!shown) return null;
  return (
    <Sheet title={keyTexts.title} onClose={() => setShown(null)}>
      <div className={styles.map}>
        {shown.map(({ name, shortcuts }) => (
          <section key={name}>
            <h3>{name}</h3>
            <dl>
              {shortcuts.map(({ keys, does }) => (
                <div key={does}>
                  <dt>{does}</dt>
                  <dd>
                    {keys.map((key, index) => (
                      <span key={key} className={styles.keys}>
                        {index > 0 ? <i>{keyTexts.or}</i> : null}
                        {labelsOf(key).map((label) => (
                          <kbd key={label}>{label}</kbd>
                        ))}
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        {singleKeys ? null : (
          <p className={styles.off}>
            {keyTexts.singleOff}{' '}
            <Link href={paths.settings} onClick={() => setShown(null)}>
              {keyTexts.singleSettings}
            </Link>
          </p>
        )}
      </div>
    </Sheet>
  );
}

/** Merges groups of the same name, and in them shortcuts of the same text. */
function merged(groups: readonly ShortcutGroup[]): ShortcutGroup[] {
  const byName = new Map<string, ShortcutGroup>();
  for (const group of groups) {
    const byWords = new Map(byName.get(group.name)?.shortcuts.map((known) => [known.does, known]));
    for (const shortcut of group.shortcuts) {
      const keys = [...(byWords.get(shortcut.does)?.keys ?? []), ...shortcut.keys];
      byWords.set(shortcut.does, { ...shortcut, keys: [...new Set(keys)] });
    }
    byName.set(group.name, { ...group, shortcuts: [...byWords.values()] });
  }
  return [...byName.values()];
}

/** Opens the list of shortcuts from a menu. */
export const showKeys = (): boolean => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'F1' }));
