import type { ReactElement } from 'react';

import { Sheet } from '../sheet.tsx';
import styles from './syntax-help.module.css';
import { editingTexts } from './texts.ts';

const written: Readonly<Record<keyof typeof editingTexts.syntax, string>> = {
  italic: "''text''",
  bold: "'''text'''",
  heading: '== Heading ==',
  list: '* item',
  numbers: '# item',
  web: '[https://address|text]',
  guide: '[guide|12|text]',
  item: '[[Item:Hex key|text]]',
  category: '[[Category:Pump]]',
  picture: '[image|34|align=right|size=standard]',
  quote: '[quote|name]…[/quote]',
  code: '[code]…[/code]',
  table: '{|\n! A !! B\n|-\n| 1 || 2\n|}',
  struck: '~~text~~  ++text++',
  raised: 'x^^2^^  H,,2,,O',
  newLine: '[br]',
};

const names = Object.keys(written) as (keyof typeof written)[];

export const SyntaxHelp = ({ onClose }: { onClose: () => void }): ReactElement => (
  <Sheet title={editingTexts.wiki.helpTitle} onClose={onClose}>
    <dl className={styles.help}>
      {names.map((name) => (
        <div key={name}>
          <dt>
            <code dir="ltr">{written[name]}</code>
          </dt>
          <dd>{editingTexts.syntax[name]}</dd>
        </div>
      ))}
    </dl>
  </Sheet>
);
