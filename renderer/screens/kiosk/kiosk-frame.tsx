import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconLock } from '@tabler/icons-react';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { useLocation } from 'wouter';

import type { KioskState } from '../../../shared/model/kiosk.ts';
import type { User } from '../../../shared/model/user.ts';
import { limits } from '../../../shared/limits.ts';
import { api } from '../../api/client.ts';
import { FailedNotice } from '../../components/notice.tsx';
import { paths } from '../../location.ts';
import { navigate } from '../../state/navigation.ts';
import { actAs } from '../../state/person.ts';
import { settingsQuery } from '../../api/queries/settings.ts';
import { infoQuery } from '../../api/queries/site.ts';
import { syncQuery } from '../../api/queries/sync.ts';
import { userQuery } from '../../api/queries/users.ts';
import { BadgeReader } from './badge-reader.tsx';
import { AwayQuestion } from './away-question.tsx';
import { CoverScreen, coverScope, keepAll } from './cover-screen.tsx';
import type { CoverPlace } from './cover.tsx';
import { KioskBarScreen } from './kiosk-bar-screen.tsx';
import { useMayGo } from '../../components/use-kiosk.ts';
import styles from './kiosk-frame.module.css';
import { KioskHomeScreen } from './kiosk-home-screen.tsx';
import { kioskQuery } from '../../api/queries/kiosk.ts';
import { kioskTexts } from '../../features/kiosk/texts.ts';
import { useIdle } from './use-idle.ts';

/** Wraps the program in kiosk mode if the desk is a kiosk. */
export function KioskFrame({ children }: { children: ReactNode }): ReactElement | null {
  const { data: state, error, refetch } = useQuery(kioskQuery);
  // Until the answer is here, the desk may be a kiosk, whose content people who did not sign in must not see.
  if (state === undefined) return error ? <FailedNotice error={error} retry={() => void refetch()} /> : null;
  if (!state?.on) return <>{children}</>;
  return state.active ? <Kiosk state={state}>{children}</Kiosk> : <Left state={state}>{children}</Left>;
}

/** Queries that belong to the desk, and stay when another person signs in. All others are removed. */
const ofDesk: ReadonlySet<unknown> = new Set(
  [infoQuery, settingsQuery, syncQuery, kioskQuery].map(({ queryKey }) => queryKey[0]),
);

interface Hiding {
  /** True to ask the person, when they return, if the time away counts as work. */
  asks: boolean;
  /** Seconds without input before. */
  idle: number;
  /** By `Date.now()`. */
  hiddenAt: number;
}

function Kiosk({ state, children }: { state: KioskState; children: ReactNode }): ReactElement {
  const client = useQueryClient();
  // Starts covered, also after a crash.
  const [cover, setCover] = useState<CoverPlace | null>({ at: 'people' });
  const [seat, setSeat] = useState(state.current);
  const { mutate: stop } = useMutation({
    scope: coverScope,
    mutationFn: async ({ asks, hiddenAt, idle }: Hiding) => {
      await keepAll();
      // Keeping what was typed took some time, too.
      const seconds = idle === 0 ? 0 : idle + (Date.now() - hiddenAt) / 1000;
      return api('POST /benchside/kiosk/cover', {
        body: { asks, idle: Math.max(0, Math.min(seconds, limits.kiosk.idle.max)) },
      });
    },
    onSuccess: (covered) => {
      client.setQueryData(kioskQuery.queryKey, covered);
      void client.invalidateQueries({ queryKey: ['work-log'] });
    },
  });
  useEffect(() => stop({ asks: true, idle: 0, hiddenAt: Date.now() }), [stop]);
  const hide = (place: CoverPlace, asks: boolean, idle = 0): void => {
    if (cover === null) stop({ asks, idle, hiddenAt: Date.now() });
    setCover(place);
  };
  useIdle(state.settings.idleSeconds, cover === null, (idle) => hide({ at: 'people' }, true, idle));
  const away = cover === null && state.away?.asks && state.away.userid === seat ? state.away : undefined;
  useFocusKept(cover !== null || away !== undefined);

  const refresh = (): void => void client.invalidateQueries({ queryKey: kioskQuery.queryKey });
  const enter = async (user: User): Promise<void> => {
    // The question about the time away comes before their work is shown.
    if (state.away?.asks && state.away.userid === user.userid) await client.refetchQueries(kioskQuery);
    actAs(user.userid);
    client.setQueryData(userQuery.queryKey, user);
    if (user.userid !== seat) {
      client.removeQueries({
        predicate: ({ queryKey }) => !ofDesk.has(queryKey[0]) && queryKey[0] !== 'user',
      });
      navigate(paths.home, { replace: true });
      window.scrollTo(0, 0);
    }
    setSeat(user.userid);
    setCover(null);
    refresh();
  };
  const leave = (left: KioskState): void => {
    client.removeQueries({ predicate: ({ queryKey }) => !ofDesk.has(queryKey[0]) });
    actAs(left.current ?? undefined);
    client.setQueryData(kioskQuery.queryKey, left);
    navigate(paths.home, { replace: true });
  };

  return (
    <>
      <div className={styles.kiosk} data-covered={cover !== null} key={seat ?? 0}>
        {seat === null ? null : (
          <Bench onSwap={() => hide({ at: 'people' }, false)} onLeave={() => hide({ at: 'leads' }, true)}>
            {children}
          </Bench>
        )}
      </div>
      {cover ? (
        <CoverScreen state={state} start={cover} onIn={(user) => void enter(user)} onLeft={leave} />
      ) : (
        <BadgeReader
          // The signed-in person's own badge covers the screen.
          onBadge={(userid, badge) =>
            hide(userid === seat ? { at: 'people' } : { at: 'people', badge }, false)
          }
        />
      )}
      {away ? <AwayQuestion away={away} /> : null}
    </>
  );
}

interface BenchProps {
  onSwap: () => void;
  onLeave: () => void;
  children: ReactNode;
}

/** The kiosk for the signed-in person. */
function Bench({ onSwap, onLeave, children }: BenchProps): ReactElement {
  const [place] = useLocation();
  const allowed = useMayGo()(place);
  const last = useRef<string>(paths.home);
  useEffect(() => {
    if (allowed) last.current = window.location.hash.slice(1) || paths.home;
    else {
      navigate(last.current, { replace: true });
      window.scrollTo(0, 0);
    }
  });
  return (
    <>
      <KioskBarScreen onSwap={onSwap} onLeave={onLeave} />
      {allowed && place !== paths.home ? children : <KioskHomeScreen />}
    </>
  );
}

/** Restores the focus to the field that had it before the screen was covered, or asked how long its person was away. */
function useFocusKept(covered: boolean): void {
  const focused = useRef<Element | null>(null);
  const keep = useCallback(({ target }: FocusEvent) => {
    if (target instanceof Element && !target.closest('[closedby]')) focused.current = target;
  }, []);
  useEffect(() => {
    window.addEventListener('focusin', keep);
    return () => window.removeEventListener('focusin', keep);
  }, [keep]);
  useLayoutEffect(() => {
    if (covered || !(focused.current instanceof HTMLElement)) return;
    if (focused.current.isConnected) focused.current.focus({ preventScroll: true });
  }, [covered]);
}

/** The desk after a lead has left kiosk mode. It returns to kiosk mode when idle. */
function Left({ state, children }: { state: KioskState; children: ReactNode }): ReactElement {
  const client = useQueryClient();
  const back = useMutation({
    mutationFn: () => api('POST /benchside/kiosk/enter'),
    onSuccess: (closed) => client.setQueryData(kioskQuery.queryKey, closed),
  });
  useIdle(Math.max(60, state.settings.idleSeconds), true, () => back.mutate());
  return (
    <>
      {children}
      <aside className={styles.left} data-screen-only>
        <span>{kioskTexts.left.words}</span>
        <Button leftSection={<IconLock size="1.375rem" />} onClick={() => back.mutate()}>
          {kioskTexts.left.back}
        </Button>
      </aside>
    </>
  );
}
