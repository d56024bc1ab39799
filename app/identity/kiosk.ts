import { createHmac } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { join } from 'node:path';

import { forbidden, invalid, unauthorized } from '../../shared/errors.ts';
import type { KioskPerson, KioskSettings, KioskState, Unlocked, UnlockBy } from '../../shared/model/kiosk.ts';
import { isLead } from '../store/actor.ts';
import type { Actor } from '../store/actor.ts';
import { settingsOf } from '../store/desk-settings.ts';
import type { Replica, ReplicaReader } from '../replica/replica.ts';
import { allPeople, personByEmail, personRow } from '../replica/desk-people/people.ts';
import {
  barePins,
  dropUnlock,
  badgeOwner,
  putUnlock,
  unlockRow,
} from '../replica/desk-people/credentials.ts';
import type { PersonRow } from '../replica/desk-people/people.ts';
import { awayFrom, pauseWork, resumeWork } from './hand-over.ts';
import type { Hiding } from './hand-over.ts';
import {
  badgeWait,
  forgivePin,
  limitBadge,
  limitPin,
  limitSignIn,
  mayReadBadge,
  pinWait,
} from './attempt-limit.ts';
import type { Through } from './attempt-limit.ts';
import { hashPassword, verifyPassword, withKey } from './password.ts';
import { currentPerson } from './people.ts';
import type { Credentials } from './people.ts';
import { requireTrust } from './trust.ts';
import { peerOf } from './token.ts';
import { keyIn } from './vault.ts';

export interface KioskParts {
  store: Replica;
  dataDir: string;
  /** The program was started as a kiosk; the setting does not matter then. */
  always: boolean;
  isWindow(request: Request): boolean;
  /** Returns how many edits of each person wait for a sign-in with the password, by userid. */
  unsigned(): ReadonlyMap<number, number>;
  /** Makes a person the window's current one, or gives a token to a request from elsewhere. */
  enter(actor: Actor, request: Request): Promise<Unlocked['user']>;
  /** Sends the edits that covering the screen or returning to it made. */
  send(): void;
}

/** `undefined` keeps a value, `null` removes it. */
export interface Means {
  pin?: string | null | undefined;
  badge?: string | null | undefined;
}

/** A desk that people share and unlock by PIN or badge, without the site. Only leads can leave kiosk mode. */
export class Kiosk {
  readonly #parts: KioskParts;
  readonly #changes = new EventEmitter<{ change: [] }>();
  /** A lead has left kiosk mode. Reset when someone turns it on again or the program restarts. */
  #left = false;
  #keyRead: Buffer | undefined;

  constructor(parts: KioskParts) {
    this.#parts = parts;
    this.#keyPins();
  }

  get isActive(): boolean {
    return !this.#left && this.#isOn;
  }

  get #isOn(): boolean {
    return this.#parts.always || this.#read(settingsOf).kiosk.on;
  }

  /** Calls `listener` after changes that may affect `isActive`. */
  onChange(listener: () => void): void {
    this.#changes.on('change', listener);
  }

  state(request: Request): KioskState {
    const { isActive: active } = this;
    const on = this.#isOn;
    const ours = this.#parts.isWindow(request);
    const through = this.#through(request);
    const unsigned = ours ? this.#parts.unsigned() : new Map<number, number>();
    return this.#read((s) => ({
      settings: settingsOf(s).kiosk,
      on,
      active,
      people: ours
        ? allPeople(s).flatMap((person) => personOf(s, person, unsigned.get(person.userid) ?? 0))
        : [],
      current: ours ? (s.meta.get<number | null>('current_person') ?? null) : null,
      badgeWaitSeconds: Math.ceil(badgeWait(s, through)),
      away: ours ? awayFrom(s) : null,
    }));
  }

  /**
   * Pauses the work of the person at the window, whose screen is hidden now.
   *
   * @param hidden see `pauseWork`
   * @throws AppError `forbidden` elsewhere
   */
  cover(hidden: Hiding, request: Request): void {
    if (!this.#parts.isWindow(request)) throw forbidden('Only the window of this desk can do this.');
    const person = currentPerson(this.#parts.store);
    if (this.isActive && person && pauseWork(this.#parts.store, person, hidden)) this.#parts.send();
  }

  /** Resumes the work of the person who is back at the window. @param counts see `resumeWork` */
  continueWork(person: Actor, counts: boolean): void {
    if (resumeWork(this.#parts.store, person, counts)) this.#parts.send();
  }

  /**
   * Changes the settings.
   *
   * @throws AppError `invalid` for a kiosk that no lead could leave, `unauthorized` for a lead whose sign-in is no longer trusted
   */
  configure(kiosk: KioskSettings, lead: Actor): void {
    if (this.isActive) requireTrust(this.#parts.store, lead.userid);
    this.#parts.store.transact(null, (s) => {
      if (kiosk.on && !hasWayOut(s))
        throw invalid(
          'on',
          'Nobody could leave kiosk mode. First, a lead has to sign in at this desk and set a PIN.',
        );
      s.meta.set('settings', { ...settingsOf(s), kiosk });
    });
    if (kiosk.on) this.#left = false;
    this.#changes.emit('change');
  }

  /**
   * Sets a person's PIN or badge, after checking their password.
   *
   * @throws AppError `unauthorized` for a wrong password, `invalid` for a PIN that is easy to guess or another person's badge
   */
  async setMeans(actor: Actor, password: string, { pin, badge }: Means, request: Request): Promise<void> {
    const { store } = this.#parts;
    if (pin && isGuessed(pin)) throw invalid('pin', 'This PIN is too easy to guess. Choose another.');
    const person = this.#read((s) => personRow(s, actor.userid));
    if (!person?.verifier)
      throw invalid(
        'password',
        'Sign in at this desk with your password once. After that you can set a PIN.',
      );
    await limitSignIn(store, person.email, peerOf(request), async () => {
      if (!(await verifyPassword(password, person.verifier)))
        throw unauthorized('This is not the password you last signed in with at this desk.');
    });
    requireTrust(store, actor.userid);
    const hash = badge && this.#hashOf(badge);
    const verifier = pin && withKey(await hashPassword(pin), this.#key);
    store.transact(actor, (s) => {
      const owner = hash ? badgeOwner(s, hash) : undefined;
      if (owner !== undefined && owner !== actor.userid)
        throw invalid('badge', 'This badge belongs to someone else at this desk.', 'already_exists');
      const couldLeave = hasWayOut(s);
      putUnlock(s, actor.userid, {
        ...(pin === undefined ? {} : { pin: verifier || null }),
        ...(badge === undefined ? {} : { badge: hash || null }),
      });
      if (couldLeave) this.#requireWayOut(s, 'pin');
      forgivePin(s, actor.userid);
    });
  }

  /**
   * Removes a person's PIN and badge.
   *
   * @returns whether this desk knows the person
   * @throws AppError `invalid` for those of the last lead who can leave kiosk mode, while it is on
   */
  forget(userid: number): boolean {
    return this.#parts.store.transact(null, (s) => {
      if (!personRow(s, userid)) return false;
      const couldLeave = hasWayOut(s);
      dropUnlock(s, userid);
      if (couldLeave) this.#requireWayOut(s, 'userid');
      return true;
    });
  }

  #requireWayOut(s: ReplicaReader, field: string): void {
    const on = this.#parts.always || settingsOf(s).kiosk.on;
    if (on && !hasWayOut(s))
      throw invalid(
        field,
        'Nobody could leave kiosk mode: this is the last lead with a PIN at this desk. Turn kiosk mode off first, or give another lead a PIN.',
      );
  }

  /**
   * Signs a person in by PIN or badge. Needs no site token; their edits wait for one.
   *
   * @throws AppError `unauthorized` for a wrong PIN or badge, and after too many attempts, with the time to wait
   */
  async unlock(by: UnlockBy, request: Request): Promise<Unlocked> {
    const through = this.#through(request);
    const actor = 'badge' in by ? await this.#byBadge(by.badge, through) : await this.#byPin(by, through);
    requireTrust(this.#parts.store, actor.userid);
    if ('badge' in by && !this.#read(settingsOf).kiosk.badgeAlone)
      return { user: null, pinOf: { userid: actor.userid, username: actor.username } };
    return { user: await this.#parts.enter(actor, request), pinOf: null };
  }

  /** Returns the owner of a badge code entered at the window, or `null`. Signs no one in. */
  whose(badge: string, request: Request): number | null {
    if (!this.#parts.isWindow(request)) return null;
    const hash = this.#hashOf(badge);
    return this.#parts.store.transact(null, (s) => (mayReadBadge(s) ? (badgeOwner(s, hash) ?? null) : null));
  }

  /** Leaves kiosk mode. @throws AppError `unauthorized`, or `forbidden` for a person who is no lead */
  async leave(by: { userid: number; pin: string } | Credentials, request: Request): Promise<void> {
    const lead =
      'pin' in by ? await this.#byPin(by, this.#through(request)) : await this.#byPassword(by, request);
    requireTrust(this.#parts.store, lead.userid);
    if (!isLead(lead)) throw forbidden('Only a lead may leave kiosk mode.', ['Author', 'Admin']);
    await this.#parts.enter(lead, request);
    // They stayed at the screen, so the seconds at the PIN pad are work.
    this.continueWork(lead, true);
    this.#left = true;
    this.#changes.emit('change');
  }

  /** Returns to kiosk mode after a lead has left it. */
  goBack(): void {
    this.#left = false;
    this.#changes.emit('change');
  }

  #through(request: Request): Through {
    return this.#parts.isWindow(request) ? 'window' : 'loopback';
  }

  #byPin({ userid, pin }: { userid: number; pin: string }, through: Through): Promise<Actor> {
    const verifier = this.#read((s) => unlockRow(s, userid))?.pin ?? null;
    const counted = { userid: verifier === null ? undefined : userid, through };
    return limitPin(this.#parts.store, counted, async () => {
      return this.#actor(
        (await verifyPassword(pin, verifier && withKey(verifier, this.#key), this.#key)) ? userid : undefined,
        'This PIN is not right.',
      );
    });
  }

  #byBadge(badge: string, through: Through): Promise<Actor> {
    const hash = this.#hashOf(badge);
    return limitBadge(this.#parts.store, through, async () => {
      const owner = this.#read((s) => badgeOwner(s, hash));
      return this.#actor(owner, 'This badge is not known at this desk.');
    });
  }

  #byPassword({ email, password }: Credentials, request: Request): Promise<Actor> {
    return limitSignIn(this.#parts.store, email, peerOf(request), async () => {
      const person = this.#read((s) => personByEmail(s, email));
      const proved = await verifyPassword(password, person?.verifier ?? null);
      return this.#actor(proved ? person?.userid : undefined, 'Invalid login');
    });
  }

  #actor(userid: number | undefined, refusal: string): Actor {
    const actor = userid === undefined ? null : this.#read((s) => s.users.actor(userid));
    if (!actor) throw unauthorized(refusal);
    return actor;
  }

  /** The key is in a file beside the database, so that a copy of the database alone reveals no badge or PIN. */
  get #key(): Buffer {
    return (this.#keyRead ??= keyIn(join(this.#parts.dataDir, 'badge.key')));
  }

  /** Adds the key to PINs that an earlier version stored without it. */
  #keyPins(): void {
    const bare = this.#read(barePins);
    if (bare.length === 0 || this.#parts.store.reserve.isBroken) return;
    this.#parts.store.transact(null, (s) => {
      for (const { userid, pin } of bare) putUnlock(s, userid, { pin: withKey(pin, this.#key) });
    });
  }

  #hashOf(badge: string): string {
    return createHmac('sha256', this.#key).update(badge.normalize('NFKC')).digest('hex');
  }

  #read<T>(fn: (s: ReplicaReader) => T): T {
    return this.#parts.store.read(null, fn);
  }
}

/** Returns whether a lead of this desk has a PIN, with which they can leave kiosk mode. */
const hasWayOut = (s: ReplicaReader): boolean =>
  allPeople(s).some(({ userid }) => isLead(s.users.actor(userid)) && unlockRow(s, userid)?.pin);

function personOf(
  s: ReplicaReader,
  { userid, email }: Pick<PersonRow, 'userid' | 'email'>,
  unsignedEdits: number,
): KioskPerson[] {
  const actor = s.users.actor(userid);
  if (!actor) return [];
  const { pin, badge } = unlockRow(s, userid) ?? { pin: null, badge: null };
  return [
    {
      userid,
      username: actor.username,
      email,
      image: s.users.summary(userid).image,
      hasPin: pin !== null,
      hasBadge: badge !== null,
      isLead: isLead(actor),
      waitSeconds: Math.ceil(pinWait(s, userid, 'window')),
      unsignedEdits,
    },
  ];
}

/** Returns whether a PIN is one digit repeated, or digits in a row. */
function isGuessed(pin: string): boolean {
  const steps = new Set([...pin].slice(1).map((digit, index) => Number(digit) - Number(pin[index])));
  const [step = 0] = steps;
  return steps.size === 1 && Math.abs(step) <= 1;
}
