import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright';
import { describe, expect, it } from 'vitest';

import { listen } from '../../../app/http/node.ts';
import { browserWindow } from '../../../app/http/desk-window.ts';
import { limits } from '../../../shared/limits.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import type { Diagnostics } from '../../../shared/model/upkeep.ts';
import { addGuide, deskPerson, pair } from '../../helpers/pair.ts';
import type { DeskPerson, Pair } from '../../helpers/pair.ts';
import { lowTargets, watchedPage } from '../helpers/browser.ts';
import { builtPage } from '../helpers/built-page.ts';
import { axeFindingsInBothSchemes } from '../../helpers/axe.ts';

/** The built page on a real desk, whose hub has newer versions. */
const built = builtPage();

interface Bench extends AsyncDisposable {
  both: Pair;
  ann: DeskPerson;
  page: Page;
  context: BrowserContext;
  /** Errors of the page. */
  complaints: string[];
  round(): Promise<void>;
}

/** Opens a hub and a desk with Ann signed in at its window. */
async function bench(options: Parameters<typeof pair>[0] = {}): Promise<Bench> {
  const both = await pair(options);
  const ann = await deskPerson(both, 'ann', 'author');
  both.desk.ctx.store.transact(null, (s) => s.meta.set('current_person', ann.userid));
  const window = browserWindow(both.desk, built.folder);
  const server = await listen(window.fetch, { host: '127.0.0.1', port: 0 });
  const { context, page, complaints } = await watchedPage(built.browser, { acceptDownloads: true });
  return {
    both,
    ann,
    page,
    context,
    complaints,
    round: async () => {
      await both.round({ people: [ann] });
      await page.goto(`${server.origin}${window.path}`);
    },
    [Symbol.asyncDispose]: async () => {
      await context.close();
      await server.close();
      await both[Symbol.asyncDispose]();
    },
  };
}

const working = (core: Pair['hub'], guideid: number, token: string): Promise<Guide> =>
  core.json<Guide>(`GET /guides/${guideid}?unpatrolled&excludePrerequisiteSteps`, { token });

async function change(core: Pair['hub'], guideid: number, token: string, json: object): Promise<void> {
  const { revisionid } = await working(core, guideid, token);
  await core.json(`PATCH /guides/${guideid}?revisionid=${revisionid}`, { token, json });
}

async function changeStep(
  core: Pair['hub'],
  guideid: number,
  token: string,
  make: (lineid: number) => object,
): Promise<void> {
  const [step] = (await working(core, guideid, token)).steps;
  await core.json(`PATCH /guides/${guideid}/steps/${step?.stepid}?revisionid=${step?.revisionid}`, {
    token,
    json: make(step?.lines[0]?.lineid ?? 0),
  });
}

const line = (lineid: number, text: string): object => ({
  lines: [{ lineid, text, bullet: 'black', level: 0 }],
});

async function expectNoViolations({ page, complaints }: Bench): Promise<void> {
  expect(await axeFindingsInBothSchemes(page)).toEqual([]);
  const targets = 'main :is(button, select, textarea, a[class], label:has(input))';
  expect(await lowTargets(page, targets)).toEqual([]);
  expect(complaints).toEqual([]);
}

describe('a conflict on screen', () => {
  it('is listed, compared, decided field by field with the keyboard, undone, decided again and sent', async () => {
    await using at = await bench();
    const { both, ann, page } = at;
    const guideid = await addGuide(both.hub, both.admin, { summary: 'Leaks.' });
    await both.round({ people: [ann] });
    await change(both.desk, guideid, ann.token, { title: 'Mend the old pump', summary: 'Leaks, here.' });
    await change(both.desk, guideid, ann.token, { introduction: 'Later.' });
    await change(both.hub, guideid, both.admin, { title: 'Mend the new pump', summary: 'Leaks, there.' });
    const assigned = { guideid, workorderid: 'WO-8', userid: ann.userid };
    await both.hub.json('POST /benchside/assignments', { token: both.admin, json: assigned });
    await at.round();

    await page.getByRole('heading', { name: 'One conflict to resolve' }).waitFor();
    const bell = page.getByRole('link', {
      name: 'Notifications: 2 (1 unread notification, 1 edit of yours needs your decision)',
    });
    expect(await bell.innerText()).toBe('2');
    await page.getByRole('link', { name: '1 conflict to resolve' }).press('Enter');
    await page.getByRole('link', { name: /Mend the old pump/ }).press('Enter');
    await page.getByRole('heading', { name: 'Title and summary of this guide changed' }).waitFor();
    await page.getByText('1 later edit waits for it').waitFor();
    expect(await page.locator('ins').allTextContents()).toContain('[new: old]');
    await page.getByText('Still to choose: Title, Summary').waitFor();
    const use = page.getByRole('button', { name: 'Save this version' });
    expect(await use.isDisabled()).toBe(true);

    const title = page.getByRole('group', { name: 'Title' });
    await title.getByRole('radio', { name: /On the hub now, by .+, / }).waitFor();
    await title.getByRole('radio', { name: /Changed here/ }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const own = page.getByRole('textbox', { name: 'Title: the result' });
    expect(await own.inputValue()).toBe('Mend the old new pump');
    await own.fill('Mend any pump');
    await page.getByRole('group', { name: 'Summary' }).getByText('On the hub now').click();
    await page.getByRole('heading', { name: 'Mend any pump', level: 3 }).waitFor();
    await page.getByText('Leaks, there.', { exact: true }).last().waitFor();
    await expectNoViolations(at);
    await use.press('Enter');

    await page.getByText('Resolved. It is sent with the next sync.').waitFor();
    expect((await working(both.desk, guideid, ann.token)).title).toBe('Mend any pump');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Still to choose: Title, Summary').waitFor();
    expect((await working(both.desk, guideid, ann.token)).title).toBe('Mend the old pump');
    await page.getByRole('button', { name: 'Keep all of mine' }).click();
    await use.click();
    await page.getByText('Resolved. It is sent with the next sync.').waitFor();
    await both.round({ people: [ann] });
    await page.getByText('Resolved, and on the hub.').waitFor();
    await page.getByText('All conflicts are resolved').waitFor();
    await page.getByRole('link', { name: '1 unread notification', exact: true }).waitFor();
    expect(await page.getByText(/waits? for it/).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: /decisions? waits? for you/ }).count()).toBe(0);
    expect(await working(both.hub, guideid, both.admin)).toMatchObject({
      title: 'Mend the old pump',
      summary: 'Leaks, here.',
      introduction_raw: 'Later.',
    });
  });

  it('of a step is decided line by line, and previewed as the step will read', async () => {
    await using at = await bench();
    const { both, ann, page } = at;
    const guideid = await addGuide(both.hub, both.admin);
    await both.round({ people: [ann] });
    await changeStep(both.desk, guideid, ann.token, (lineid) => line(lineid, 'Do thing 1 slowly'));
    await changeStep(both.hub, guideid, both.admin, (lineid) => line(lineid, 'Do thing 1 twice'));
    await at.round();
    await page.evaluate((id) => (location.hash = `#/conflicts/guide/${id}`), guideid);
    await page
      .getByRole('group', { name: 'Line 1' })
      .getByRole('radio', { name: /Edit manually/ })
      .check();
    const own = page.getByRole('textbox', { name: 'Line 1: the result' });
    expect(await own.inputValue()).toBe('Do thing 1 slowly twice');
    await own.fill('x'.repeat(limits.step.line.max + 1));
    await page.getByText('A line has at most 5,000 characters.').waitFor();
    await own.fill('Do thing 1 slowly, twice');
    await page
      .getByRole('region', { name: 'How it will be' })
      .getByText('Do thing 1 slowly, twice')
      .waitFor();
    await expectNoViolations(at);
    await page.getByRole('button', { name: 'Save this version' }).click();
    await page.getByText('Resolved. It is sent with the next sync.').waitFor();
    await both.round({ people: [ann] });
    expect((await working(both.hub, guideid, both.admin)).steps[0]?.lines[0]?.text_raw).toBe(
      'Do thing 1 slowly, twice',
    );
  });

  it('of an order is arranged by hand; of a deletion by one side either result is chosen; an edit of something deleted is discarded', async () => {
    await using at = await bench();
    const { both, ann, page } = at;
    const [ordered, deleted, lost] = [
      await addGuide(both.hub, both.admin, { title: 'Ordered' }, 3),
      await addGuide(both.hub, both.admin, { title: 'Deleted' }),
      await addGuide(both.hub, both.admin, { title: 'Lost' }),
    ];
    await both.round({ people: [ann] });
    const reorder = async (core: Pair['hub'], token: string, places: number[]): Promise<void> => {
      const { steps, revisionid } = await working(core, ordered, token);
      const stepids = places.map((place) => steps[place]?.stepid);
      await core.json(`PUT /guides/${ordered}/steporder?revisionid=${revisionid}`, {
        token,
        json: { stepids },
      });
    };
    const before = (await working(both.hub, ordered, both.admin)).steps.map(({ stepid }) => stepid);
    await reorder(both.desk, ann.token, [1, 0, 2]);
    await reorder(both.hub, both.admin, [2, 1, 0]);
    const [step] = (await working(both.desk, deleted, ann.token)).steps;
    await both.desk.call(`DELETE /guides/${deleted}/steps/${step?.stepid}?revisionid=${step?.revisionid}`, {
      token: ann.token,
    });
    await changeStep(both.hub, deleted, both.admin, (lineid) => line(lineid, 'Changed there'));
    await change(both.desk, lost, ann.token, { title: 'Lost, with my words' });
    const { revisionid } = await working(both.hub, lost, both.admin);
    await both.hub.call(`DELETE /guides/${lost}?revisionid=${revisionid}`, { token: both.admin });
    await at.round();
    await page.getByRole('link', { name: '3 conflicts to resolve' }).click();
    await expectNoViolations(at);

    await page.getByRole('link', { name: /Ordered/ }).click();
    await page.getByRole('radio', { name: /Arrange it myself/ }).click();
    await page.getByRole('button', { name: 'Move Do thing 3 up' }).click();
    await expectNoViolations(at);
    await page.getByRole('button', { name: 'Save this version' }).click();
    await page.getByText('Resolved. It is sent').waitFor();
    await page.getByRole('link', { name: 'All conflicts' }).click();

    await page.getByRole('link', { name: /Deleted/ }).click();
    await page.getByRole('group', { name: /deleted here while it was changed/ }).waitFor();
    await page.getByText('Keep the hub’s version').click();
    await page.getByRole('region', { name: 'How it will be' }).getByText('Changed there').waitFor();
    await expectNoViolations(at);
    await page.getByRole('button', { name: 'Save this version' }).click();
    await page.getByText('the hub’s version stands').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Delete anyway').click();
    await page.getByRole('button', { name: 'Save this version' }).click();
    await page.getByText('Resolved. It is sent').waitFor();
    await page.getByRole('link', { name: 'All conflicts' }).click();

    await page.getByRole('link', { name: /Lost/ }).click();
    await page.getByText('It was deleted on the hub').waitFor();
    await page.getByRole('definition').getByText('Lost, with my words').waitFor();
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await page.getByRole('button', { name: 'Yes, discard it' }).click();
    await page.getByText('Discarded. The text stays').waitFor();

    await both.round({ people: [ann] });
    const { steps } = await working(both.hub, ordered, both.admin);
    expect(steps.map(({ stepid }) => before.indexOf(stepid) + 1)).toEqual([2, 3, 1]);
    expect((await working(both.hub, deleted, both.admin)).steps).toHaveLength(1);
    expect(both.desk.ctx.store.read(null, (s) => s.journal.counts())).toMatchObject({
      discarded: 1,
      pending: 0,
      parked: 0,
    });
  });
});

describe('the sync centre', () => {
  it('names each change with its document, shows its history, and gives the cause of a parked edit with a way to fix it', async () => {
    // One request for each edit, so that one of them can be refused.
    await using at = await bench({ batches: false });
    const { both, ann, page } = at;
    const guideid = await addGuide(both.hub, both.admin);
    await both.round({ people: [ann] });
    await change(both.desk, guideid, ann.token, { title: 'Renamed' });
    await both.desk.call(`PUT /user/favorites/guides/${guideid}`, { token: ann.token });
    both.net.intercept = (request) =>
      request.startsWith('PATCH')
        ? { kind: 'status', status: 422, body: '{"message":"Not today."}' }
        : undefined;
    await at.round();
    await page.evaluate(() => (location.hash = '#/sync'));
    await page.getByText('1 change needs a decision').waitFor();
    await expectNoViolations(at);
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /Changes/ })
      .click();
    await page.getByText('The hub did not accept it: Not today.').waitFor();
    await expectNoViolations(at);
    await page.getByRole('radio', { name: 'On the hub', exact: true }).click();
    await page.getByText('‘Renamed’ added to favorites').waitFor();
    await page.getByRole('radio', { name: 'Not sent' }).click();
    await page.getByRole('link', { name: /Title of ‘Renamed’ changed/ }).click();
    await page.getByText('Saved on this desk by ann').waitFor();
    await page.getByText('Sent to the hub').waitFor();
    await expectNoViolations(at);
    both.net.intercept = undefined;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('A person asked to try it again').waitFor();
    await both.round({ people: [ann] });
    await page.getByText('Sent to the hub, for the second time').waitFor();
    await page.getByText('On the hub', { exact: true }).first().waitFor();
    expect((await working(both.hub, guideid, both.admin)).title).toBe('Renamed');
  });

  it('shows the disk use and pins a category, shows the offline readiness, and saves a diagnostic file', async () => {
    await using at = await bench();
    const { both, ann, page } = at;
    const guideid = await addGuide(both.hub, both.admin, { category: 'Pump' });
    await at.round();
    await page.evaluate(() => (location.hash = '#/sync/storage'));
    await page.getByRole('button', { name: 'Pin Pump' }).click();
    await page.getByRole('button', { name: 'Pinned Pump', pressed: true }).waitFor();
    await page.getByLabel('Picture storage limit').last().selectOption({ label: '5 GB' });
    await expect
      .poll(() => both.desk.json('GET /benchside/settings'))
      .toMatchObject({ pinnedCategories: ['Pump'], pictureBudgetMb: 5120 });
    await expectNoViolations(at);
    await page.getByRole('link', { name: 'Offline readiness' }).click();
    await page.getByText('All 1 guides are available offline').waitFor();
    await change(both.desk, guideid, ann.token, { title: 'Renamed' });
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('0 of 1 guides are available offline').waitFor();
    await page.getByText('It has changes that the hub does not have yet.').waitFor();
    await expectNoViolations(at);
    await page.getByRole('link', { name: 'Overview' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the diagnostic file' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^benchside-diagnostics-[\d-]+\.json$/);
    const bundle = JSON.parse(readFileSync(await file.path(), 'utf8')) as Diagnostics;
    expect(bundle.journal.entries).toMatchObject([{ state: 'pending', body: { title: 'string 7' } }]);
  });
});
