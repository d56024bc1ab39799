import { material as m } from '../kit/colours.ts';
import { at, bar, close, disc, lift, panel, picture, pillar, rest, stroke, tint } from '../kit/svg.ts';
import { lettering } from '../kit/lettering.ts';
import { tweezers, bottle, brush, driver, hexKey, iron, multimeter, pliers, pryTool, spanner, syringe, torqueKey, wristStrap } from '../kit/tools.ts';
import { carbon } from './angle-grinder.ts';
import { switchBlock } from './cordless-drill.ts';
import { padPlate } from './disc-brake.ts';
import { tube } from './e-scooter.ts';
import { gasket } from './espresso-group.ts';
import { pump as vibrationPump } from './espresso-machine.ts';
import { driverBox } from './floodlight.ts';
import { can } from './garden-pump.ts';
import { battery } from './laptop.ts';
import { tester, tool as dischargeTool } from './measuring.ts';
import { station } from './soldering.ts';
import { drainPump } from './washing-machine.ts';

const set = (count: number, make: (index: number) => string): string => Array.from({ length: count }, (_, i) => make(i)).join('');
const handles = [m.rust, m.blue, m.green, m.violet, m.amber] as const;

export const pictures = [
  picture(
    'item-drivers',
    'Five screwdrivers side by side',
    set(5, (i) => at(290 + i * 20, 200 + i * 190, 4, 1.6, driver(0, 0, 0, handles[i]))),
  ),
  picture(
    'item-precision',
    'Precision screwdrivers',
    set(4, (i) => at(290, 330 + i * 200, -6, 1.5, driver(0, 0, 0, m.graphite), disc(610, 0, 24, handles[i] ?? m.steel))),
  ),
  picture(
    'item-star',
    'Torx screwdrivers with coloured handles',
    set(4, (i) => driver(960 - i * 230, 200 + i * 40, 82, handles[(i + 2) % 5])),
  ),
  picture(
    'item-hex',
    'Hex keys in a row',
    set(4, (i) => at(360, 240 + i * 210, -4, 1.5 - i * 0.24, hexKey(0, 0, 0))),
  ),
  picture('item-torque', 'Torque key with display', at(290, 560, 12, 1.6, torqueKey(0, 0, 0, '8.0'))),
  picture('item-pry', 'Plastic pry tools', at(330, 420, 8, 1.9, pryTool(0, 0, 0)), at(360, 780, -6, 1.9, pryTool(0, 0, 0, m.rust))),
  picture('item-multimeter', 'Digital multimeter', close(160, 300, 1.7, multimeter(0, 0, '230', 'V', 1))),
  picture('item-iron', 'Soldering station and iron', at(140, 0, 0, 1.2, station), at(420, 800, -6, 1.4, iron(0, 0, 0))),
  picture('item-strap', 'Wrist strap with its earth lead', close(380, 360, 2, wristStrap(300, 240))),
  picture('item-discharge', 'Discharge tool', at(800, 920, 0, 2.6, dischargeTool(0, 0, 0))),
  picture('item-alcohol', 'Bottle of isopropyl alcohol', at(330, 640, -8, 2, bottle(0, 0, 0, m.blue, 'IPA 99'))),
  picture('item-pliers', 'Hose clip pliers', at(340, 600, -8, 1.8, pliers(0, 0, 0, m.blue))),
  picture('item-brush', 'Stiff brush', at(380, 640, -12, 1.9, brush(0, 0, 0))),
  picture('item-spanner', 'Combination spanners', at(400, 420, 8, 1.5, spanner(0, 0, 0)), at(460, 800, 8, 1.1, spanner(0, 0, 0, m.iron))),
  picture('item-tweezers', 'Tweezers', at(340, 620, -10, 2.2, tweezers(0, 0, 0))),
  picture('item-bleed', 'Bleed syringe with hose', at(380, 620, -12, 1.8, syringe(0, 0, 0, '#c8475a'))),
  picture('item-tester', 'Appliance tester', close(320, 320, 1.7, tester('0.08', 'OHM'))),
  picture('item-switch', 'Trigger switch of an 18 V drill', lift(close(930, 660, 3, switchBlock(m.slate)))),
  picture('item-carbon', 'Pair of carbon brushes with springs', rest(at(340, 420, 0, 2, carbon(230))), rest(at(340, 800, 0, 2, carbon(230)))),
  picture('item-vibration-pump', 'Vibration pump', rest(at(790, 560, 0, 2.4, vibrationPump(0, 0)))),
  picture('item-gasket', 'Group gasket', rest(gasket(800, 600, 380))),
  picture('item-pads', 'Pair of brake pads', rest(at(480, 580, -6, 1.9, padPlate(90, m.slate))), rest(at(1130, 580, 6, 1.9, padPlate(90, m.slate)))),
  picture('item-battery', 'Laptop battery', rest(at(-120, -320, 0, 1.15, battery))),
  picture('item-drain-pump', 'Drain pump', rest(at(800, 640, 0, 1.5, drainPump()))),
  picture('item-capacitor', 'Motor run capacitor', rest(at(620, 280, 0, 1.8, can(m.white)))),
  picture('item-led-driver', 'LED driver', rest(at(340, 400, 0, 2.3, driverBox(0, 0)))),
  picture('item-tube', 'Inner tube with angled valve', rest(tube(800, 600, 360))),
  picture('item-people-1', 'Portrait of Maren Holt', portrait('#6d4a35', '#e3b992', m.teal, 'long')),
  picture('item-people-2', 'Portrait of Tomasz Brand', portrait('#2d2a28', '#c99772', m.rust, 'short')),
  picture('item-people-3', 'Portrait of Ines Duval', portrait('#8a3f2b', '#f0cbaa', m.navy, 'bun')),
  picture('item-workshop', 'Workbench with tools on the wall', bench()),
];

function portrait(hair: string, skin: string, apron: string, cut: 'long' | 'short' | 'bun'): string {
  return (
    rest(
      cut === 'long' ? pillar(560, 300, 480, 560, hair, 220) : '',
      cut === 'bun' ? disc(800, 190, 110, hair) : '',
      panel(330, 850, 940, 420, tint(m.slate, 0.5), 200),
      pillar(730, 700, 140, 220, tint(skin, -0.12), 50),
      panel(520, 930, 560, 340, apron, 60),
      stroke('M600 940V860M1000 940V860', apron, 50),
    ) +
    rest(disc(800, 510, 250, skin), pillar(590, 470, 420, 330, skin, 200)) +
    stroke('M700 560v10M900 560v10', '#2a2522', 34) +
    stroke('M730 700Q800 750 870 700', tint(skin, -0.45), 16) +
    stroke('M800 590Q780 630 800 640', tint(skin, -0.25), 12) +
    `<path d="M546 520Q520 240 800 236T1054 520Q1000 390 ${cut === 'short' ? '800 380' : '860 360'}T546 520Z" fill="${hair}" stroke="${tint(hair, -0.4)}"/>` +
    stroke('M640 560Q700 500 760 560T640 560M840 560Q900 500 960 560T840 560M760 550H840', m.ink, cut === 'short' ? 12 : 0)
  );
}

function bench(): string {
  return (
    rest(
      panel(120, 110, 1360, 560, m.slate, 24),
      stroke(Array.from({ length: 60 }, (_, i) => `M${180 + (i % 15) * 90} ${170 + Math.floor(i / 15) * 130}h0`).join(''), tint(m.slate, -0.4), 14),
    ) +
    at(240, 240, 70, 0.6, spanner(0, 0, 0)) +
    at(420, 220, 90, 0.62, driver(0, 0, 0, m.rust)) +
    at(540, 220, 90, 0.62, driver(0, 0, 0, m.blue)) +
    at(700, 230, 84, 0.6, pliers(0, 0, 0)) +
    at(900, 230, 90, 0.7, brush(0, 0, 0)) +
    at(1060, 220, 90, 0.7, pryTool(0, 0, 0)) +
    at(1200, 200, 0, 0.62, multimeter(0, 0, '0.00', 'V', 1)) +
    rest(
      bar(80, 740, 1440, 80, m.wood, 10),
      panel(160, 820, 1280, 300, tint(m.wood, -0.3), 10),
      ...[0, 1, 2].map((i) => panel(200 + i * 410, 860, 380, 110, m.wood, 10) + bar(340 + i * 410, 900, 100, 24, m.steel, 8)),
      panel(200, 1000, 1200, 90, m.wood, 10),
    ) +
    lettering(260, 1030, 'BENCHSIDE', 34, tint(m.wood, -0.6))
  );
}
