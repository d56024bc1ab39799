import {
  IconArrowLeft,
  IconCloudOff,
  IconDoorExit,
  IconId,
  IconKey,
  IconPlayerPauseFilled,
  IconUserPlus,
} from '@tabler/icons-react';
import type { PropsWithChildren, ReactElement, ReactNode } from 'react';

import type { KioskPerson, KioskState } from '../../../shared/model/kiosk.ts';
import { Avatar } from '../../components/avatar.tsx';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { timeOfDay } from '../../format.ts';
import { clock } from '../../features/run/timing.ts';
import { Logo } from '../../shell/logo.tsx';
import { texts } from '../../texts.ts';
import styles from './cover.module.css';
import peopleStyles from './cover-people.module.css';
import { PasswordForm } from './password-form.tsx';
import { PinPad } from '../../features/kiosk/pin-pad.tsx';
import { kioskTexts } from '../../features/kiosk/texts.ts';

export type CoverPlace =
  /** `badge`: scanned before the cover was shown. */
  | { at: 'people'; badge?: string }
  | { at: 'leads' }
  | { at: 'pin'; userid: number; leaving: boolean }
  /** `userid`: the person who was tapped before. */
  | { at: 'password'; leaving: boolean; userid?: number };

export interface CoverProps {
  state: KioskState;
  siteName: string;
  /** UNIX seconds. */
  now: number;
  place: CoverPlace;
  busy: boolean;
  /** Text for the action that is running. */
  doing: string | null;
  problem: string | null;
  sync: ReactNode;
  lock: ReactNode;
  /** Changes with each attempt to sign in: a new one starts with an empty PIN. */
  attempt: number;
  onPlace: (place: CoverPlace) => void;
  onPin: (person: KioskPerson, pin: string) => void;
  onPassword: (email: string, password: string) => void;
}

/** The screen of a kiosk at which nobody is signed in. One tap or badge starts signing in. */
export function Cover(props: CoverProps): ReactElement {
  const { state, siteName, now, problem, doing } = props;
  const words = kioskTexts.cover;
  const last = state.people.find(({ userid }) => userid === state.current);
  return (
    <div className={styles.cover}>
      <section className={styles.mat}>
        <p className={styles.brand}>
          <Logo size="2.75rem" />
          <span>{siteName || texts.product}</span>
        </p>
        <p className={styles.clock}>{timeOfDay(now)}</p>
        <div className={styles.badge}>
          <span className={styles.reader} aria-hidden>
            <IconId stroke={1.5} />
          </span>
          <p>
            <strong>{doing ?? words.badge}</strong>
            {state.badgeWaitSeconds > 0 ? (
              <span>{kioskTexts.badgeWait(minutes(state.badgeWaitSeconds))}</span>
            ) : null}
          </p>
        </div>
        {last ? (
          <div className={styles.hidden}>
            <p>{words.hidden(last.username)}</p>
            {(state.away?.runs ?? []).map(({ entryid, workorderid, active_duration }) => (
              <p key={entryid} className={styles.paused}>
                <IconPlayerPauseFilled size="1.25rem" aria-hidden />
                {words.paused(workorderid, clock(active_duration))}
              </p>
            ))}
          </div>
        ) : null}
        <div className={styles.foot}>
          {props.sync}
          {props.lock}
        </div>
      </section>
      <section className={styles.panel}>
        {problem ? <InlineProblem>{problem}</InlineProblem> : null}
        <Panel {...props} />
      </section>
    </div>
  );
}

export const minutes = (seconds: number): number => Math.max(1, Math.ceil(seconds / 60));

function Panel(props: CoverProps): ReactElement {
  const { state, place, busy, onPlace, onPin } = props;
  if (place.at === 'password')
    return (
      <Inside
        centered
        title={place.leaving ? kioskTexts.password.leave : kioskTexts.password.title}
        onBack={() => onPlace({ at: 'people' })}
      >
        <PasswordForm
          email={state.people.find(({ userid }) => userid === place.userid)?.email ?? ''}
          leaving={place.leaving}
          busy={busy}
          onPassword={props.onPassword}
        />
      </Inside>
    );
  if (place.at === 'leads') return <Leads {...props} />;
  const person = place.at === 'pin' ? state.people.find(({ userid }) => userid === place.userid) : undefined;
  if (place.at === 'pin' && person)
    return (
      <PinPanel {...props} person={person} leaving={place.leaving} onEntered={(pin) => onPin(person, pin)} />
    );
  return <People {...props} />;
}

function PinPanel({
  person,
  leaving,
  busy,
  attempt,
  onPlace,
  onEntered,
}: CoverProps & { person: KioskPerson; leaving: boolean; onEntered: (pin: string) => void }): ReactElement {
  const words = kioskTexts.pin;
  const { username, waitSeconds, hasPin } = person;
  return (
    <Inside
      title={leaving ? words.leave(username) : words.title(username)}
      centered
      picture={<Avatar username={username} image={person.image} size="4.5rem" />}
      onBack={() => onPlace(leaving ? { at: 'leads' } : { at: 'people' })}
    >
      {hasPin ? (
        <>
          <p className={styles.soft} role={waitSeconds > 0 ? 'alert' : undefined}>
            {waitSeconds > 0 ? words.wait(minutes(waitSeconds)) : words.hint}
          </p>
          <PinPad key={attempt} busy={busy} disabled={waitSeconds > 0} onPin={onEntered} />
          {leaving || person.unsignedEdits === 0 ? null : (
            <>
              <Unsigned of={person} />
              <button
                type="button"
                className={styles.back}
                onClick={() => onPlace({ at: 'password', leaving, userid: person.userid })}
              >
                <IconKey size="1.75rem" aria-hidden /> {words.password}
              </button>
            </>
          )}
        </>
      ) : (
        <>
          <p>{words.none(username)}</p>
          <button
            type="button"
            className={peopleStyles.person}
            onClick={() => onPlace({ at: 'password', leaving, userid: person.userid })}
          >
            <IconKey size="2rem" aria-hidden />
            <span>{words.password}</span>
          </button>
        </>
      )}
    </Inside>
  );
}

function People({ state, onPlace }: CoverProps): ReactElement {
  const words = kioskTexts.cover;
  const [people, last] = [state.people, state.current];
  const ordered = people.toSorted((a, b) => Number(b.userid === last) - Number(a.userid === last));
  return (
    <>
      <h1>{words.welcome}</h1>
      <p className={styles.soft}>{people.length > 0 ? words.tap : `${words.nobody} ${words.nobodyHint}`}</p>
      <ul className={peopleStyles.people}>
        {ordered.map((person) => (
          <li key={person.userid}>
            <button
              type="button"
              className={peopleStyles.person}
              data-last={person.userid === last}
              onClick={() => onPlace({ at: 'pin', userid: person.userid, leaving: false })}
            >
              <Avatar username={person.username} image={person.image} size="clamp(3.75rem, 5vw, 5.5rem)" />
              <span>
                {person.username}
                <small>
                  {person.userid === last
                    ? words.last
                    : person.hasPin
                      ? person.isLead
                        ? words.lead
                        : null
                      : words.noPin}
                </small>
                <Unsigned of={person} />
              </span>
            </button>
          </li>
        ))}
        <ByPassword icon={IconUserPlus} onClick={() => onPlace({ at: 'password', leaving: false })}>
          {words.other}
          <small>{words.otherHint}</small>
        </ByPassword>
      </ul>
      <button type="button" className={peopleStyles.leave} onClick={() => onPlace({ at: 'leads' })}>
        <IconDoorExit size="1.5rem" aria-hidden /> {words.leads}
      </button>
    </>
  );
}

/** The last of the people: someone who signs in by password. */
const ByPassword = ({
  icon: Icon,
  onClick,
  children,
}: PropsWithChildren<{ icon: typeof IconKey; onClick: () => void }>): ReactElement => (
  <li>
    <button type="button" className={peopleStyles.person} data-quiet onClick={onClick}>
      <span className={peopleStyles.icon}>
        <Icon size="1.875rem" aria-hidden />
      </span>
      <span>{children}</span>
    </button>
  </li>
);

/** Says how many edits wait for the person's password: a PIN allows work, but the site needs the password's sign-in. */
const Unsigned = ({ of: { unsignedEdits } }: { of: KioskPerson }): ReactElement | null =>
  unsignedEdits > 0 ? (
    <small className={peopleStyles.unsigned}>
      <IconCloudOff size="1.25em" aria-hidden /> {kioskTexts.cover.unsigned(unsignedEdits)}
    </small>
  ) : null;

function Leads({ state, onPlace }: CoverProps): ReactElement {
  const words = kioskTexts.leads;
  const leads = state.people.filter(({ isLead, hasPin }) => isLead && hasPin);
  return (
    <Inside title={words.title} onBack={() => onPlace({ at: 'people' })}>
      <p className={styles.soft}>{leads.length > 0 ? words.words : words.none}</p>
      <ul className={peopleStyles.people}>
        {leads.map(({ userid, username, image }) => (
          <li key={userid}>
            <button
              type="button"
              className={peopleStyles.person}
              onClick={() => onPlace({ at: 'pin', userid, leaving: true })}
            >
              <Avatar username={username} image={image} size="3.75rem" />
              <span>{username}</span>
            </button>
          </li>
        ))}
        <ByPassword icon={IconKey} onClick={() => onPlace({ at: 'password', leaving: true })}>
          {kioskTexts.password.title}
        </ByPassword>
      </ul>
    </Inside>
  );
}

const Inside = ({
  title,
  picture,
  centered = false,
  onBack,
  children,
}: {
  title: string;
  picture?: ReactNode;
  centered?: boolean;
  onBack: () => void;
  children: ReactNode;
}): ReactElement => (
  <>
    <div className={styles.head}>
      <button type="button" className={styles.back} onClick={onBack}>
        <IconArrowLeft size="1.75rem" aria-hidden />
        {kioskTexts.pin.back}
      </button>
      {picture}
      <h1>{title}</h1>
    </div>
    <div className={styles.inside} data-centered={centered}>
      {children}
    </div>
  </>
);
