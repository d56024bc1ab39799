import type { Device } from '../../../../shared/model/device.ts';
import { timeAgo } from '../../../format.ts';
import { deviceTexts as words } from './texts.ts';

/** Seconds after which a desk that was not seen needs attention. */
const silentAfter = 3 * 86_400;

export type DeviceState = keyof typeof words.states;

/** Returns the worst state that applies to a desk. */
export function stateOf(device: Device, now: number): DeviceState {
  const { round, kiosk } = device;
  if (sumOf([device], 'parked') > 0) return 'parked';
  if (round.outcome === 'needs-person' || round.outcome === 'failed') return 'failing';
  if (isSilent(device, now)) return 'unseen';
  if (kiosk && !kiosk.locked) return 'unlocked';
  return sumOf([device], 'pending') + sumOf([device], 'sending') > 0 ? 'waiting' : 'fine';
}

export const isSilent = ({ seen_date }: Device, now: number): boolean => now - seen_date > silentAfter;

export const sumOf = (devices: readonly Device[], what: 'pending' | 'sending' | 'parked'): number =>
  devices.reduce((sum, { people }) => sum + people.reduce((all, one) => all + one[what], 0), 0);

export const toneOf: Record<DeviceState, 'danger' | 'remind' | 'accent' | 'good'> = {
  parked: 'remind',
  failing: 'danger',
  unseen: 'remind',
  unlocked: 'remind',
  waiting: 'accent',
  fine: 'good',
};

/** Describes one person's edits that wait at a desk. */
export function waitingWords(person: Device['people'][number], now: number): string {
  const { pending, sending, parked, conflicts, oldest_date } = person;
  const parts = [
    pending > 0 ? words.pending(pending) : '',
    sending > 0 ? words.sending(sending) : '',
    conflicts > 0 ? words.conflicts(conflicts) : '',
    parked > conflicts ? words.parked(parked - conflicts) : '',
    oldest_date === null ? '' : words.oldest(timeAgo(oldest_date, now)),
  ].filter(Boolean);
  return parts.length === 0 ? words.nothing : parts.join(' · ');
}

const order: readonly DeviceState[] = ['parked', 'failing', 'unseen', 'unlocked', 'waiting', 'fine'];

/** Sorts desks by state, the worst first. Within a state the order stays: by name, as the API lists them. */
export const byNeed = (devices: readonly Device[], now: number): Device[] =>
  devices.toSorted((a, b) => order.indexOf(stateOf(a, now)) - order.indexOf(stateOf(b, now)));
