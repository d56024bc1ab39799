import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { newToken, hashToken } from '../../app/identity/hub.ts';
import type { DeviceReport } from '../../shared/model/device.ts';
import type { Guide } from '../../shared/model/guide.ts';
import type { StepForm } from '../../shared/model/step-form.ts';
import { folder, serveHub } from '../e2e/helpers.ts';
import type { Hub } from '../e2e/helpers.ts';
import { cli } from '../e2e/workshop.ts';
import { testCore } from '../helpers/core.ts';
import type { TestCore } from '../helpers/core.ts';

const root = join(import.meta.dirname, '../..');
const fixture = join(root, 'resources/sample-workshop/workshop.json');

export const people = {
  maren: { userid: 1, email: 'maren@example.org', name: 'Maren Holt', password: 'bench-sample-admin' },
  tomasz: { userid: 2, email: 'tomasz@example.org', name: 'Tomasz Brand', password: 'bench-sample-tech1' },
  ines: { userid: 3, email: 'ines@example.org', name: 'Ines Duval', password: 'bench-sample-tech2' },
} as const;
export type Who = keyof typeof people;

/** The guide with a form on its last step. */
export const formGuide = { guideid: 2, stepid: 205 };
const formSteps = [201, 202, 203, 204, 205];

const day = 86_400;

/**
 * Starts a hub with the whole sample workshop and a month of work in it, in a process of its own.
 *
 * @param whose has two open runs: the first on the form, the other handed over, which another person began
 */
export async function startFullHub(whose: Who, handedOverBy?: Who): Promise<Hub> {
  const data = join(folder(), 'hub');
  cpSync(seeded(), data, { recursive: true });
  await fill(data, whose, handedOverBy);
  return serveHub(data);
}

/** Returns the folder of a seeded hub. Drawing every picture takes minutes, so it is cached until the sample workshop changes. */
function seeded(): string {
  const made = join(root, 'test-output/screens-workshop', String(statSync(fixture).mtimeMs));
  if (existsSync(made)) return made;
  const part = `${made}.part`;
  rmSync(part, { recursive: true, force: true });
  const { status, stderr } = spawnSync(process.execPath, [cli, 'seed', fixture, '--data', part], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the workshop could not be made: ${stderr}`);
  renameSync(part, made);
  return made;
}

/** Adds a month of a workshop: runs, desks, flags, translations, more people. */
async function fill(dataDir: string, whose: Who, handedOverBy: Who = whose): Promise<void> {
  const today = Math.floor(Date.now() / 1000);
  let now = today - 30 * day;
  await using core = testCore({ dataDir }, { now: () => now });
  const site = core.ctx.store.read(null, (s) => s.meta.site);
  core.ctx.store.transact(null, (s) => s.meta.set('site', { ...site, langids: ['en', 'de', 'fr'] }));
  const tokens = Object.fromEntries(
    Object.entries(people).map(([who, { userid }]) => [who, signedIn(core, userid)]),
  ) as Record<Who, string>;
  addPeople(core);
  const maren = { token: tokens.maren };
  await core.json('POST /benchside/teams', {
    ...maren,
    json: { name: 'Electronics', description: 'Laptops, headphones, chargers', owner: people.ines.userid },
  });
  await core.json('PUT /translation_glossary/entries', { ...maren, json: glossary });
  for (const [guideid, flags] of flagged) await change(core, tokens.maren, guideid, { flags });
  await change(core, tokens.maren, 2, { conclusion: 'A passed test is worth its label.' });
  await core.json('POST /guides/releases', {
    ...maren,
    json: { guideid: 13, title: 'Bleeding, second edition', notes: 'With the new funnel.' },
  });

  const fields = await formFields(core, tokens.maren);
  const run = async (who: Who, order: string, daysAgo: number, minutes: number[], result: string) => {
    const by = { token: tokens[who] };
    now = today - daysAgo * day;
    const { entryid } = await core.json<{ entryid: number }>('POST /work_log', {
      ...by,
      json: { guideid: formGuide.guideid, workorderid: order },
    });
    for (const [index, stepid] of formSteps.entries()) {
      await core.json(`PUT /benchside/work_log/${entryid}/step`, { ...by, json: { stepid } });
      now += (minutes[index] ?? 1) * 60;
      if (index !== 2) continue;
      await core.json(`POST /work_log/${entryid}/pause`, { ...by, json: {} });
      now += 180;
      await core.json(`POST /work_log/${entryid}/resume`, { ...by, json: {} });
    }
    const values = ['KT-0418', 'I', '0.08', result, '1', null, 'New cord. Tested twice.'];
    const given = fields.map((id, index) => [id, values[index] ?? null] as const);
    await core.json(`PUT /work_log/${entryid}/stepData`, {
      ...by,
      json: { fields: Object.fromEntries(given.filter(([, value]) => value !== null)) },
    });
    await core.json(`POST /work_log/${entryid}/finish`, { ...by, json: {} });
  };
  await run('tomasz', 'WO-1371', 26, [3, 4, 3, 6, 2], 'above 20 MΩ');
  await run('ines', 'WO-1375', 21, [2, 3, 4, 5, 3], 'above 20 MΩ');
  await run('maren', 'WO-1379', 16, [3, 3, 3, 5, 2], '2 to 20 MΩ');
  await run('tomasz', 'WO-1384', 11, [4, 5, 3, 6, 2], 'above 20 MΩ');
  await run('ines', 'WO-1388', 6, [2, 4, 3, 5, 2], 'above 20 MΩ');
  await run('tomasz', 'WO-1391', 2, [3, 7, 4, 5, 3], '2 to 20 MΩ');
  await addDevices(core, (ago) => (now = today - ago));
  const open = async (who: Who, guideid: number, order: string, stepids: number[], minutes: number) => {
    const by = { token: tokens[who] };
    now = today - minutes * 60;
    const json = { guideid, workorderid: order };
    const { entryid } = await core.json<{ entryid: number }>('POST /work_log', { ...by, json });
    for (const stepid of stepids) {
      await core.json(`PUT /benchside/work_log/${entryid}/step`, { ...by, json: { stepid } });
      now += (minutes * 60) / (stepids.length + 0.5);
    }
    return entryid;
  };
  const other = await open(handedOverBy, 9, 'WO-1398', [901, 902, 903, 904], 55);
  if (handedOverBy !== whose) {
    const by = { token: tokens[handedOverBy] };
    await core.json(`POST /work_log/${other}/suspend`, { ...by, json: {} });
  }
  await open(whose, formGuide.guideid, 'WO-1402', formSteps, 22);
}

function signedIn(core: TestCore, userid: number): string {
  const token = newToken();
  core.ctx.store.transact(null, (s) => s.users.addSession(userid, hashToken(token)));
  return token;
}

function addPeople(core: TestCore): void {
  core.ctx.store.transact(null, (s) => {
    for (const [username, role] of [
      ['Ada Lindqvist', 'author'],
      ['Kofi Mensah', 'technician'],
      ['Lena Vogt', 'technician'],
      ['Noor Rahimi', 'technician'],
    ] as const) {
      const email = `${username.toLowerCase().replace(' ', '.')}@example.org`;
      s.users.create({ email, username, role, passwordHash: null });
    }
  });
}

async function change(core: TestCore, token: string, guideid: number, json: object): Promise<void> {
  const { revisionid } = await core.json<Guide>(`GET /guides/${guideid}?unpatrolled`, { token });
  await core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json });
}

async function formFields(core: TestCore, token: string): Promise<string[]> {
  const forms = await core.json<StepForm[]>(`GET /step_forms/guideid/${formGuide.guideid}`, { token });
  return forms.flatMap(({ fields }) => fields.map(({ field_revisionid }) => String(field_revisionid)));
}

const flagged: readonly (readonly [guideid: number, flags: readonly string[]])[] = [
  [22, ['GUIDE_MISSING_IMAGES', 'DANGER']],
  [24, ['GUIDE_GRAMMAR_ERRORS']],
  [25, ['GUIDE_MISSING_IMAGES']],
];

const glossary = [
  { term: 'brush', translations: { de: 'Kohlebürste', fr: 'charbon' } },
  { term: 'gasket', translations: { de: 'Dichtung', fr: 'joint' } },
  { term: 'impeller', translations: { de: 'Laufrad', fr: 'turbine' } },
  { term: 'spanner', translations: { de: 'Schraubenschlüssel' } },
  { term: 'switch', translations: { de: 'Schalter', fr: 'interrupteur' } },
  { term: 'torque', translations: {} },
];

/** @param wind sets the hub's clock to this many seconds before now */
async function addDevices(core: TestCore, wind: (ago: number) => number): Promise<void> {
  const nothing = { pending: 0, sending: 0, parked: 0, conflicts: 0, oldest_date: null };
  const report = async (
    number: number,
    ago: number,
    more: Partial<DeviceReport> & Pick<DeviceReport, 'people'>,
  ): Promise<void> => {
    wind(ago);
    await core.json(`PUT /benchside/devices/0000000${number}-0000-4000-8000-000000000000`, {
      // A session for each desk, because a desk counts as seen whenever its session was used.
      token: signedIn(core, more.people[0]?.userid ?? people.tomasz.userid),
      json: {
        name: 'bench',
        version: '0.1.0',
        system: 'Linux x64',
        round: { outcome: 'clean', message: null },
        ready: { guides: 25, ready: 25 },
        kiosk: null,
        ...more,
      } satisfies DeviceReport,
    });
  };
  const [tomasz, ines] = [people.tomasz.userid, people.ines.userid];
  const oldest = (ago: number): number => Math.floor(Date.now() / 1000) - ago;
  await report(1, 3 * day, { name: 'store-room', people: [{ userid: ines, ...nothing }] });
  await report(2, 1500, {
    name: 'paint-shop',
    people: [{ userid: tomasz, ...nothing }],
    kiosk: { locked: false, open: ['session', 'keys'] },
  });
  await report(3, 900, {
    name: 'bench-3',
    people: [
      { userid: tomasz, pending: 2, sending: 0, parked: 1, conflicts: 1, oldest_date: oldest(7300) },
      { userid: ines, ...nothing },
    ],
    ready: { guides: 25, ready: 23 },
  });
  await report(4, 240, {
    name: 'bench-7',
    system: 'Windows x64',
    people: [{ userid: ines, ...nothing, pending: 3, oldest_date: oldest(600) }],
  });
}
