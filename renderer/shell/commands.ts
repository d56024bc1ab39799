import {
  IconBell,
  IconBuildingFactory2,
  IconBuildingWarehouse,
  IconCalendarPlus,
  IconClipboardCheck,
  IconClipboardList,
  IconDatabase,
  IconHome2,
  IconKeyboard,
  IconListDetails,
  IconLogin2,
  IconMoon,
  IconPencilPlus,
  IconRefresh,
  IconSettings,
  IconSun,
  IconSunMoon,
  IconUsb,
  IconUserCircle,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';

import { api } from '../api/client.ts';
import { useSaveSettings } from '../api/queries/settings.ts';
import { infoQuery } from '../api/queries/site.ts';
import { isLeadAccount, userQuery } from '../api/queries/users.ts';
import { entryQuery } from '../api/queries/work-log.ts';
import { useKiosk } from '../components/use-kiosk.ts';
import { showKeys } from '../keyboard/keyboard-map.tsx';
import { paths } from '../location.ts';
import { navigate } from '../state/navigation.ts';
import { shellTexts } from './texts.ts';

/** An item of the command palette, perhaps with keys of its own. */
export interface Command {
  id: string;
  words: string;
  icon: Icon;
  /** A sequence such as `G H`. */
  keys?: string;
  run: () => void;
}

/** Returns the guide that the person reads, edits or works with; undefined if there is none, or nobody is signed in. */
export function useGuideAtHand(): number | undefined {
  const [place] = useLocation();
  const { data: user } = useQuery(userQuery);
  const guideid = /^\/(?:guide|edit\/guide|history\/guide|recorded-values)\/(-?\d+)/.exec(place)?.[1];
  const entryid = /^\/(?:run|work-logs)\/(-?\d+)/.exec(place)?.[1];
  // The screen of the job fetches it.
  const { data: job } = useQuery({ ...entryQuery(Number(entryid)), enabled: false });
  if (!user) return undefined;
  return guideid === undefined ? job?.entry.guideid : Number(guideid);
}

/** Returns the commands that the person may use at the open screen; none in a kiosk, which leads nowhere else. */
export function useCommands(): Command[] {
  const info = useQuery(infoQuery);
  const user = useQuery(userQuery);
  const kiosk = useKiosk();
  const guideid = useGuideAtHand();
  const { save } = useSaveSettings();
  const { mutate: syncNow } = useMutation({ mutationFn: () => api('POST /benchside/sync', { body: {} }) });
  if (kiosk) return [];
  const words = shellTexts.commands;
  const isDesk = info.data?.profile === 'desk';
  const goTo = (id: string, label: string, icon: Icon, to: string, keys?: string): Command => ({
    id,
    words: label,
    icon,
    ...(keys === undefined ? {} : { keys }),
    run: () => navigate(to),
  });
  const look = (colorScheme: 'dark' | 'light' | 'auto', label: string, icon: Icon): Command => ({
    id: `look-${colorScheme}`,
    words: label,
    icon,
    run: () => save({ colorScheme }),
  });
  return [
    ...(guideid === undefined
      ? []
      : [goTo('start-here', words.startHere, IconClipboardCheck, paths.startWork(guideid))]),
    goTo('home', shellTexts.home, IconHome2, paths.home, 'G H'),
    goTo('jobs', shellTexts.workLogs, IconClipboardList, paths.workLogs(), 'G J'),
    ...(user.data
      ? [
          goTo('new-guide', words.newGuide, IconPencilPlus, paths.newGuide(), 'G N'),
          goTo('notifications', shellTexts.notifications, IconBell, paths.notifications, 'G I'),
          goTo('account', shellTexts.account, IconUserCircle, paths.account),
        ]
      : [goTo('sign-in', shellTexts.signIn, IconLogin2, paths.signIn)]),
    ...(isDesk
      ? [
          { id: 'sync-now', words: words.syncNow, icon: IconRefresh, run: () => syncNow() },
          goTo('sync', shellTexts.sync, IconRefresh, paths.sync, 'G S'),
          goTo('changes', words.changes, IconListDetails, paths.changes, 'G C'),
          goTo('storage', words.storage, IconDatabase, paths.storage),
          goTo('carry', words.carry, IconUsb, paths.carry),
          goTo('settings', shellTexts.settings, IconSettings, paths.settings, 'G P'),
          look('dark', words.dark, IconMoon),
          look('light', words.light, IconSun),
          look('auto', words.system, IconSunMoon),
        ]
      : []),
    ...(isLeadAccount(user.data)
      ? [
          goTo('assign', words.assign, IconCalendarPlus, paths.assignWork),
          goTo('floor', shellTexts.floor, IconBuildingFactory2, paths.floor, 'G F'),
          goTo('admin', shellTexts.admin, IconBuildingWarehouse, paths.admin('overview'), 'G A'),
        ]
      : []),
    { id: 'keys', words: shellTexts.keys, icon: IconKeyboard, run: () => void showKeys() },
  ];
}

/** Returns whether each typed word begins a word of the label, or its letters follow each other in the label. */
export function fits(label: string, typed: string): boolean {
  const text = label.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => {
      let at = -1;
      return [...word].every((letter) => (at = text.indexOf(letter, at + 1)) >= 0);
    });
}
