import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ReactElement } from 'react';

import type { KioskState, UnlockBy } from '../../../shared/model/kiosk.ts';
import type { User } from '../../../shared/model/user.ts';
import { api, editsSettled } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { useNow } from '../../hooks/page.ts';
import { infoQuery } from '../../api/queries/site.ts';
import { findBadgeOwner } from './badge-owner.ts';
import type { CoverPlace } from './cover.tsx';
import { Cover } from './cover.tsx';
import styles from './cover.module.css';
import { LockNote } from '../../features/kiosk/lock-note.tsx';
import { isPin } from '../../features/kiosk/pin-pad.tsx';
import { kioskQuery } from '../../api/queries/kiosk.ts';
import { SyncNote } from './sync-note.tsx';
import { kioskTexts } from '../../features/kiosk/texts.ts';
import { useScanner } from '../../keyboard/use-scanner.ts';

/** The work of the person before pauses first; then the next one signs in. */
export const coverScope = { id: 'kiosk cover' };

export interface CoverScreenProps {
  state: KioskState;
  start: CoverPlace;
  onIn: (user: User) => void;
  onLeft: (state: KioskState) => void;
}

/**
 * Covers everything, in the browser's top layer: what is below can neither be seen nor used, and keeps its state.
 */
export function CoverScreen({ state, start, onIn, onLeft }: CoverScreenProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const client = useQueryClient();
  const now = useNow(5);
  const info = useQuery(infoQuery);
  const [place, setPlace] = useState(start);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The dialog has the focus, so that a scanner's Enter activates no button.
    element?.focus();
    return () => element?.close();
  }, []);

  const failed = (): void => void client.invalidateQueries({ queryKey: kioskQuery.queryKey });
  const unlock = useMutation({
    scope: coverScope,
    mutationFn: async (by: UnlockBy) => {
      await keepAll();
      return api('POST /benchside/kiosk/unlock', { body: by });
    },
    onSuccess: ({ user, pinOf }) => {
      if (user) onIn(user);
      else if (pinOf) setPlace({ at: 'pin', userid: pinOf.userid, leaving: false });
    },
    onError: failed,
  });
  const signIn = useMutation({
    scope: coverScope,
    mutationFn: async (body: { email: string; password: string }) => {
      await keepAll();
      return api('POST /user/token', { body });
    },
    onSuccess: onIn,
    onError: failed,
  });
  const leave = useMutation({
    scope: coverScope,
    mutationFn: async (body: { userid: number; pin: string } | { email: string; password: string }) => {
      await keepAll();
      return api('POST /benchside/kiosk/leave', { body });
    },
    onSuccess: onLeft,
    onError: failed,
  });
  const all = [unlock, signIn, leave];
  const busy = all.some(({ isPending }) => isPending);
  const error = all.find((one) => one.error)?.error;
  const forget = (): void => {
    for (const one of all) one.reset();
  };
  const enterPin = (userid: number, pin: string): void => {
    if (place.at === 'pin' && place.leaving) leave.mutate({ userid, pin });
    else unlock.mutate({ userid, pin });
  };
  const scan = (text: string): void => {
    if (busy) return;
    forget();
    if (place.at === 'pin' && isPin(text)) enterPin(place.userid, text);
    else unlock.mutate({ badge: text });
  };
  useScanner({
    slow: place.at === 'people',
    onScan: scan,
    inField: async (text) => ((await findBadgeOwner(text)) === null ? null : () => scan(text)),
  });
  const begin = useEffectEvent(() => {
    if (start.at === 'people' && start.badge !== undefined) scan(start.badge);
  });
  useEffect(() => begin(), []);

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      tabIndex={-1}
      aria-label={kioskTexts.cover.label}
      closedby="none"
    >
      <Cover
        state={state}
        siteName={info.data?.name ?? ''}
        now={now}
        place={place}
        busy={busy}
        doing={busy ? kioskTexts.cover.reading : null}
        problem={error ? errorMessage(error) : null}
        attempt={unlock.submittedAt + leave.submittedAt}
        sync={<SyncNote />}
        lock={<LockNote />}
        onPlace={(next) => {
          forget();
          setPlace(next);
        }}
        onPin={({ userid }, digits) => enterPin(userid, digits)}
        onPassword={(email, password) => {
          const leaving = place.at === 'password' && place.leaving;
          if (leaving) leave.mutate({ email, password });
          else signIn.mutate({ email, password });
        }}
      />
    </dialog>
  );
}

/** Stores what the previous person has typed under their name before their work pauses or another person signs in. */
export async function keepAll(): Promise<void> {
  // Drafts wait for a pause in typing; on `pagehide` they are sent at once.
  window.dispatchEvent(new Event('pagehide'));
  await editsSettled();
}
