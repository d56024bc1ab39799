import type { ReactElement } from 'react';

import { Sheet } from '../sheet.tsx';
import styles from './syntax-help.module.css';
import { editingTexts } from './texts.ts';

const rows: readonly [written: string, meaning: string][] = [
  ["''text''", 'italic'],
  ["'''text'''", 'bold'],
  ['== Heading ==', 'a heading; more signs, a smaller one'],
  ['* item', 'a list; ** is one deeper'],
  ['# item', 'a numbered list'],
  ['[https://address|text]', 'a link to the web'],
  ['[guide|12|text]', 'a link to guide 12'],
  ['[[Item:Hex key|text]]', 'a link to the page of a part or tool'],
  ['[[Category:Pump]]', 'a link to a category'],
  ['[image|34|align=right|size=standard]', 'a picture of your pictures, by its number'],
  ['[quote|name]…[/quote]', 'a quote'],
  ['[code]…[/code]', 'text exactly as it is'],
  ['{|\n! A !! B\n|-\n| 1 || 2\n|}', 'a table'],
  ['~~text~~  ++text++', 'struck, underlined'],
  ['x^^2^^  H,,2,,O', 'above and below the line'],
  ['[br]', 'a new line inside a paragraph'],
];

export const SyntaxHelp = ({ onClose }: { onClose: () => void }): ReactElement => (
  <Sheet title={editingTexts.wiki.helpTitle} onClose={onClose}>
    <dl className={styles.help}>
      {rows.map(([written, meaning]) => (
        <div key={written}>
          <dt>
            <code>{written}</code>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  </Sheet>
);
