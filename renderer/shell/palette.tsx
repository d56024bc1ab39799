import {
  IconBook2,
  IconCalendarDue,
  IconClipboardCheck,
  IconClipboardList,
  IconFileText,
  IconSearch,
  IconUser,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactElement } from 'react';
import { useStore } from 'zustand';

import { otherLanguage } from '../api/own-language.ts';
import { paletteQuery, workSearchQuery } from '../api/queries/search.ts';
import { userQuery } from '../api/queries/users.ts';
import { Live } from '../components/live.tsx';
import { useKiosk } from '../components/use-kiosk.ts';
import { assignedWords, jobPlace } from '../features/run/found-work.ts';
import { runTexts } from '../features/run/texts.ts';
import { labelsOf } from '../keyboard/key-names.ts';
import { paths } from '../location.ts';
import { closePalette, palette } from '../state/palette.ts';
import { navigate } from '../state/navigation.ts';
import { fits, useCommands, useGuideAtHand } from './commands.ts';
import styles from './palette.module.css';
import { shellTexts } from './texts.ts';

interface Item {
  id: string;
  words: string;
  note?: string;
  keys?: string | undefined;
  icon: Icon;
  run: () => void;
}

interface Group {
  name: string;
  items: Item[];
}

/** The command palette over whatever is open. The native dialog traps the focus and gives it back where it was. */
export function Palette(): ReactElement | null {
  const { open } = useStore(palette);
  const kiosk = useKiosk();
  return open && !kiosk ? <OpenPalette /> : null;
}

function OpenPalette(): ReactElement {
  const words = shellTexts.commands;
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const groups = useGroups(typed);
  const items = groups.flatMap((group) => group.items);
  const at = Math.min(chosen, items.length - 1);
  const idOf = (index: number): string => `${list}-${index}`;
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    document.getElementById(`${list}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [list, at]);

  const take = (item: Item | undefined): void => {
    if (!item) return;
    dialog.current?.close();
    item.run();
  };
  const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = moves[event.key];
    if (by !== undefined) {
      event.preventDefault();
      const to = at + by;
      const wraps = Math.abs(by) === 1;
      setChosen(wraps ? (to + items.length) % Math.max(1, items.length) : clamp(to, items.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      take(items[at]);
    }
  };
  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={words.title}
      onClose={closePalette}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
    >
      <div className={styles.inside}>
        <div className={styles.head}>
          <IconSearch size="1.5rem" aria-hidden />
          <input
            type="text"
            autoFocus
            autoComplete="off"
            spellCheck={false}
            aria-label={words.title}
            aria-controls={list}
            placeholder={words.hint}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setChosen(0);
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <div id={list} className={styles.list}>
          {groups.map((group) => (
            <section key={group.name} className={styles.group} aria-label={group.name}>
              <p aria-hidden>{group.name}</p>
              {group.items.map((item) => (
                <PaletteItem
                  key={item.id}
                  id={idOf(items.indexOf(item))}
                  item={item}
                  isChosen={item === items[at]}
                  onTake={() => take(item)}
                />
              ))}
            </section>
          ))}
        </div>
        {items.length === 0 ? <p className={styles.none}>{words.nothing}</p> : null}
        <Live>{items[at] ? `${items[at].words}. ${words.found(items.length)}` : words.nothing}</Live>
      </div>
    </dialog>
  );
}

interface PaletteItemProps {
  id: string;
  item: Item;
  /** Enter in the search field chooses this item. */
  isChosen: boolean;
  onTake: () => void;
}

const PaletteItem = ({
  id,
  item: { icon: Sign, words, note, keys },
  isChosen,
  onTake,
}: PaletteItemProps): ReactElement => (
  <button
    id={id}
    type="button"
    aria-current={isChosen ? 'true' : undefined}
    className={styles.item}
    onClick={onTake}
  >
    <Sign size="1.5rem" aria-hidden />
    <span className={styles.words}>{words}</span>
    {note ? <span className={styles.note}>{note}</span> : null}
    {keys === undefined ? null : (
      <span className={styles.keys} aria-hidden>
        {labelsOf(keys).map((label) => (
          <kbd key={label}>{label}</kbd>
        ))}
      </span>
    )}
  </button>
);

const clamp = (to: number, length: number): number => Math.max(0, Math.min(length - 1, to));

/** Returns the items that match the typed words. After "start work", choosing a guide starts work on it, and an order on the guide at hand. */
function useGroups(typed: string): Group[] {
  const words = shellTexts.commands;
  const asked = typed.trim();
  const start = `${words.startWork.toLowerCase()} `;
  const isStart = asked.toLowerCase().startsWith(start);
  const q = isStart ? asked.slice(start.length) : asked;
  const commands = useCommands().filter((command) => asked === '' || fits(command.words, asked));
  const guideid = useGuideAtHand();
  const offered: Item[] =
    // Words without a digit name a guide.
    isStart && guideid !== undefined && /\d/.test(q)
      ? [
          {
            id: 'start-order',
            words: words.startOrder(q),
            icon: IconClipboardCheck,
            run: () => navigate(paths.startWork(guideid, q)),
          },
        ]
      : [];
  const user = useQuery(userQuery);
  const { data: hits = [] } = useQuery(paletteQuery(q));
  const { data: work } = useQuery(workSearchQuery(q));
  if (asked === '') return [{ name: words.commands, items: commands }];
  const groups: Group[] = [
    {
      name: words.jobs,
      items: [
        ...(work?.jobs ?? []).map((job) => ({
          id: `job ${job.entryid}`,
          words: runTexts.title(job.workorderid),
          note: `${job.title} · ${runTexts.statuses[job.status]}`,
          icon: IconClipboardList,
          run: () => navigate(jobPlace(job, user.data?.userid)),
        })),
        ...(work?.assigned ?? []).map((one) => ({
          id: `assigned ${one.assignmentid}`,
          words: runTexts.title(one.workorderid),
          note: `${assignedWords(one).guide} · ${assignedWords(one).to}`,
          icon: IconCalendarDue,
          run: () => navigate(paths.startWork(one.guideid, one.workorderid)),
        })),
      ],
    },
    { name: words.commands, items: commands },
    {
      name: isStart ? words.startWork : words.guides,
      items: [
        ...offered,
        ...hits.flatMap((hit): Item[] => {
          if (hit.kind === 'guide') {
            const { guideid, title, category } = hit.guide;
            const to = isStart ? paths.startWork(guideid) : paths.guide(guideid);
            const run = (): void => navigate(to);
            return [{ id: `guide ${guideid}`, words: title, note: category, icon: IconBook2, run }];
          }
          if (isStart) return [];
          const { wikiid, namespace, title, display_title, langid } = hit.wiki;
          const run = (): void => navigate(paths.wiki(namespace, title, otherLanguage(langid)));
          return [{ id: `wiki ${wikiid}`, words: display_title, icon: IconFileText, run }];
        }),
      ],
    },
    {
      name: words.people,
      items: (work?.people ?? []).map(({ userid, username }) => ({
        id: `person ${userid}`,
        words: username,
        note: shellTexts.workLogs,
        icon: IconUser,
        run: () => navigate(paths.workLogs({ person: String(userid) })),
      })),
    },
  ];
  return groups.filter(({ items }) => items.length > 0);
}
