import { at, group, picture, rest } from '../kit/svg.ts';
import { multimeter } from '../kit/tools.ts';
import { cap, machine as grinder } from './angle-grinder.ts';
import { lid as packLid } from './battery-pack.ts';
import { drive, lower, upper, wrapBack, wrapFront } from './bicycle-chain.ts';
import { base, hopper } from './coffee-grinder.ts';
import { closed as drill } from './cordless-drill.ts';
import { rotor } from './disc-brake.ts';
import { scooter } from './e-scooter.ts';
import { front as espresso } from './espresso-machine.ts';
import { front as floodlight } from './floodlight.ts';
import { lid as boxLid, machine as gardenPump } from './garden-pump.ts';
import { set as headphones } from './headphones.ts';
import { closed as laptop, inside } from './laptop.ts';
import { can } from './measuring.ts';
import { reel, station } from './soldering.ts';
import { pump as sumpPump } from './submersible-pump.ts';
import { cabinet, door, plinth } from './washing-machine.ts';

const pair = (left: string, right: string, scale = 0.62, dx = 0): string => at(-90 + dx, 210, 0, scale, left) + at(660 + dx, 260, 0, scale, right);

export const pictures = [
  picture(
    'category-power-tools',
    'Cordless drill, angle grinder and battery pack',
    at(-160, -60, 0, 0.72, drill(0)),
    at(500, 420, 0, 0.66, grinder(cap(830, 610))),
    at(850, 60, 0, 0.45, rest(packLid())),
  ),
  picture(
    'category-coffee',
    'Espresso machine and coffee grinder',
    at(-160, 100, 0, 0.86, espresso()),
    at(560, 190, 0, 0.76, rest(hopper(true), base)),
  ),
  picture(
    'category-bicycles',
    'Drivetrain and brake rotor',
    at(-60, 280, 0, 0.74, drive(wrapBack, wrapFront, upper, lower)),
    rest(rotor(1290, 380, 230)),
  ),
  picture('category-laptops', 'Laptop closed and open', pair(laptop(), inside({ plugged: false, battery: false }), 0.64)),
  picture(
    'category-washing',
    'Two washing machines',
    group({}, at(-170, 90, 0, 0.86, cabinet(door, plinth(false))), at(390, 90, 0, 0.86, cabinet(door, plinth(true)))),
  ),
  picture('category-pumps', 'Submersible pump and garden pump', at(-210, 160, 0, 0.76, sumpPump()), at(520, 200, 0, 0.74, gardenPump(boxLid))),
  picture('category-audio', 'Headphones', at(800, 610, -12, 1, at(-800, -610, 0, 1, headphones()))),
  picture('category-lighting', 'LED floodlights', pair(floodlight(), floodlight(), 0.6)),
  picture('category-scooters', 'E-scooter', at(800, 600, 0, 1.06, at(-800, -570, 0, 1, scooter()))),
  picture(
    'category-skills',
    'Multimeter, capacitor and soldering station',
    at(110, 280, 0, 1.05, multimeter(0, 0, '0.00', 'V', 1)),
    rest(at(250, 200, 0, 0.8, can(560, 260))),
    at(850, 190, 0, 1.1, station),
    reel(1150, 900),
  ),
];
