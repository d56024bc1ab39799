import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Namespace } from '../../../shared/model/wiki.ts';
import { testCore } from '../../helpers/core.ts';
import type { TestCore } from '../../helpers/core.ts';
import { addGuides, admin, titlesOf } from '../../helpers/search.ts';

interface Sample {
  guides: {
    title: string;
    category: string;
    type: string;
    summary: string;
    introduction_raw: string;
    tools: { text: string }[];
    parts: { text: string }[];
    steps: { title: string; lines: { text_raw: string }[] }[];
  }[];
  wikis: { namespace: Namespace; title: string; contents_raw: string; parent?: string }[];
}

let core: TestCore;

beforeAll(() => {
  core = testCore();
  const file = join(import.meta.dirname, '../../../resources/sample-workshop/workshop.json');
  const { guides, wikis } = JSON.parse(readFileSync(file, 'utf8')) as Sample;
  core.ctx.store.transact(admin, (s) => {
    for (const { namespace, title, contents_raw } of wikis.filter((wiki) => !Number(wiki.title)))
      s.wikis.create({ namespace, title, contents: contents_raw });
  });
  addGuides(
    core.ctx.store,
    guides.map(({ title, category, type, summary, introduction_raw, tools, parts, steps }) => ({
      title,
      category,
      type,
      summary,
      introduction: introduction_raw,
      tools: [...tools, ...parts].map(({ text }) => text),
      lines: steps.flatMap((step) => [step.title, ...step.lines.map(({ text_raw }) => text_raw)]),
    })),
  );
});
afterAll(() => core[Symbol.asyncDispose]());

const washerPump = 'Washing Machine Drain Pump Replacement';
const washerBoot = 'Washing Machine Door Boot Replacement';
const laptopBattery = '14-inch Laptop Battery Replacement';
const ssd = '14-inch Laptop Solid-State Drive Installation';
const drillSwitch = 'Cordless Drill Trigger Switch Replacement';
const pads = 'Disc Brake Pad Replacement';
const chain = 'Bicycle Chain Replacement';
const tube = 'E-Scooter Rear Inner Tube Replacement';
const espressoPump = 'Espresso Machine Vibration Pump Replacement';
const gasket = 'Espresso Machine Group Gasket Service';
const floodlight = 'LED Floodlight Driver Replacement';
const fan = '14-inch Laptop Fan Cleaning and Thermal Paste';
const grinder = 'Angle Grinder Carbon Brush Service';
const headphones = 'Headphones Cable Repair';
const gardenPump = 'Garden Pump Run Capacitor Replacement';
const sumpPump = 'Submersible Pump Impeller Cleaning';
const bleed = 'Hydraulic Disc Brake Bleed';
const burrs = 'Coffee Grinder Burr Cleaning and Zero Setting';
const safety = 'Appliance Safety Test after Repair';
const solder = 'How to Solder a Wire to a Tab';
const capacitor = 'How to Discharge a Capacitor';

test.each([
  ['baterry', laptopBattery],
  ['dril swich', drillSwitch],
  ['wahsing mashine pmp', washerPump],
  ['laptop baterry', laptopBattery],
  ['flat tire', tube],
  ['flat tyre', tube],
  ['wont drain', washerPump],
  ["washer won't drain", washerPump],
  ['disc brakes squeak', pads],
  ['how do i change the bike chain', chain],
  ['SSD upgrade', ssd],
  ['washingmachine pump', washerPump],
  ['wash machine pump', washerPump],
  ['wash machine leaks door', washerBoot],
  ['drill dont start', drillSwitch],
  ['espreso machin no presure', espressoPump],
  ['espresso pump humming', espressoPump],
  ['portafiler gasket', gasket],
  ['coffe machine water runs down', gasket],
  ['floodligt flickering', floodlight],
  ['led lamp driver', floodlight],
  ['notebook akku', laptopBattery],
  ['note book fan loud', fan],
  ['laptop too hot', fan],
  ['termal paste', fan],
  ['hard disk laptop', ssd],
  ['anglegrinder brushes', grinder],
  ['angel grinder sparks', grinder],
  ['flex kohlebürsten brush', grinder],
  ['headset cable brocken', headphones],
  ['head phones one side', headphones],
  ['garden pump wont start', gardenPump],
  ['gardenpump capacitator', gardenPump],
  ['submersable pump cleaning', sumpPump],
  ['sump pump impeler', sumpPump],
  ['hydralic brake bleed', bleed],
  ['brake lever goes to the bar', bleed],
  ['break pads worn', pads],
  ['noisy bearing', fan],
  ['burr grinder clean', burrs],
  ['cofee grinder', burrs],
  ['saftey test', safety],
  ['aplliance safty test', safety],
  ['how to soldering wires', solder],
  ['discharging capacitors', capacitor],
  ['capaciter discharge', capacitor],
  ['scooter inner tube puncture', tube],
  ['e scooter reer tire', tube],
  ['bycicle chain', chain],
  ['swollen batery notebook', laptopBattery],
  ['solidstate drive m2', ssd],
  ['replace door seal washer', washerBoot],
  ['Fahrradkette wechseln', chain],
  ['scheibenbremse quietscht', pads],
  ['the pump of my washing machine hums', washerPump],
])('"%s" finds %s among the first three guides and pages', (query, title) => {
  const { store } = core.ctx;
  for (const typed of [query, `${query} `]) {
    const found = titlesOf(store, typed);
    expect(found.slice(0, 3)).toContain(title);
  }
});
