import { expect, it } from 'vitest';

import type { KioskPerson, KioskState } from '../../../shared/model/kiosk.ts';
import { axeFindings } from '../../helpers/axe.ts';
import { deskPage } from '../helpers/desk-page.ts';

const at = deskPage();

const person = (userid: number, username: string, more: Partial<KioskPerson> = {}): KioskPerson => ({
  userid,
  username,
  email: `${username.toLowerCase().replaceAll(' ', '.')}@example.org`,
  image: null,
  hasPin: true,
  hasBadge: false,
  isLead: false,
  waitSeconds: 0,
  unsignedEdits: 0,
  ...more,
});

/** The person at the window of the test's desk, who is a lead. */
const jana = person(3, 'Jana Holm', { isLead: true });

/** Makes the desk one with these people, whose kiosk mode can be turned on in the settings. */
function withPeople(on: boolean, ...people: KioskPerson[]): void {
  const settings: KioskState['settings'] = {
    on,
    idleSeconds: 3600,
    badgeAlone: true,
    allowed: 'work-and-reading',
  };
  const state: KioskState = {
    settings,
    on,
    active: on,
    people: [jana, ...people],
    current: jana.userid,
    badgeWaitSeconds: 0,
    away: null,
  };
  const { answers } = at.desk;
  answers.set('GET /benchside/kiosk', { status: 200, body: state });
  answers.set('POST /benchside/kiosk/cover', { status: 200, body: state });
  const user = { userid: jana.userid, username: jana.username, image: jana.image };
  answers.set('POST /benchside/kiosk/unlock', { status: 200, body: { user, pinOf: null } });
  answers.set('PUT /benchside/kiosk', {
    status: 200,
    get body() {
      withPeople(true, ...people);
      return answers.get('GET /benchside/kiosk')?.body;
    },
  });
}

it('a PIN and badge are taken away only after a question, which a stray touch does not answer', async () => {
  withPeople(false, person(4, 'Kofi Mensah', { hasBadge: true }), person(5, 'Lea Roth', { hasPin: false }));
  const removed = (): string[] => at.desk.writes.filter((write) => write.startsWith('DELETE'));
  await at.open('/settings');
  const remove = at.page.getByRole('button', { name: 'Take away the PIN and badge of Kofi Mensah' });
  await remove.click();
  const question = at.page.getByRole('dialog', { name: 'Take away the PIN and badge of Kofi Mensah?' });
  await question.getByText('This cannot be undone').waitFor();
  expect(await axeFindings(at.page, 'question')).toEqual([]);
  expect(removed()).toEqual([]);
  await question.getByRole('button', { name: 'Keep them' }).click();
  await question.waitFor({ state: 'detached' });
  await remove.click();
  await at.page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  expect(removed()).toEqual([]);

  await remove.click();
  await question.getByRole('button', { name: 'Take away' }).click();
  await expect.poll(removed).toEqual(['DELETE /benchside/kiosk/people/4']);
  // Who has neither has nothing to take away.
  expect(await at.page.getByRole('button', { name: /^Take away .* Lea Roth/ }).count()).toBe(0);

  const message = 'Nobody could leave kiosk mode: this is the last lead with a PIN at this desk.';
  at.desk.answers.set('DELETE /benchside/kiosk/people/3', { status: 422, body: { error: true, message } });
  await at.page.getByRole('button', { name: 'Take away the PIN and badge of Jana Holm' }).click();
  await at.page.getByRole('dialog').getByRole('button', { name: 'Take away' }).click();
  await at.page.getByText(`This was not saved: ${message}`).waitFor();
});

it('who was tapped at a kiosk and signs in by password types only that', async () => {
  withPeople(true, person(5, 'Lea Roth', { hasPin: false }), person(6, 'Omar Said', { unsignedEdits: 2 }));
  await at.open('/');
  const email = at.page.getByLabel('Email address');
  const focused = (): Promise<string> =>
    at.page.evaluate(() =>
      document.activeElement instanceof HTMLInputElement ? document.activeElement.type : '',
    );
  for (const [name, address] of [
    ['Lea Roth', 'lea.roth@example.org'],
    ['Omar Said', 'omar.said@example.org'],
  ] as const) {
    await at.page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    await at.page.getByRole('button', { name: /password/i }).click();
    expect(await email.inputValue()).toBe(address);
    expect(await focused()).toBe('password');
    await at.page.getByRole('button', { name: 'Back' }).click();
  }
  await at.page.getByRole('button', { name: /^Someone else|^Another/ }).click();
  expect(await email.inputValue()).toBe('');
  expect(await focused()).toBe('email');
});

it('a page that was scrolled before a kiosk was turned on begins at its top after signing in', async () => {
  withPeople(false);
  // So low that every screen can be scrolled.
  await at.page.setViewportSize({ width: 1280, height: 320 });
  await at.open('/settings');
  const on = at.page
    .getByRole('radiogroup', { name: 'Kiosk mode on this desk' })
    .getByRole('radio', { name: 'On' });
  await on.scrollIntoViewIfNeeded();
  await at.page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  expect(await at.page.evaluate(() => scrollY)).toBeGreaterThan(300);
  await on.click({ force: true });
  await at.page.getByRole('button', { name: /^Jana Holm/ }).click();
  await at.page.keyboard.type('2580', { delay: 100 });
  await at.page.getByRole('button', { name: 'OK' }).click();
  const title = at.heading('Jana Holm, what are you working on?');
  await title.waitFor();
  await at.page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await at.page.evaluate(() => scrollY)).toBe(0);
  const bar = await at.page.getByRole('button', { name: /^Swap/ }).boundingBox();
  expect((await title.boundingBox())?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
});

it('a picture of a person that is not there leaves the initials, at the cover and in the bar', async () => {
  const gone = `${at.desk.url}pictures/gone.jpg`;
  const image = { id: 9, guid: 'gone', thumbnail: gone, original: gone };
  const user = { userid: jana.userid, username: jana.username, image };
  withPeople(true, person(5, 'Lea Roth', { image }));
  at.desk.answers.set('GET /user', { status: 200, body: user });
  at.desk.answers.set('POST /benchside/kiosk/unlock', { status: 200, body: { user, pinOf: null } });
  const initials = async (name: RegExp): Promise<string> => {
    const button = at.page.getByRole('button', { name });
    const picture = button.locator('img');
    await picture.waitFor({ state: 'hidden' });
    // A picture that is on its way is hidden, too, until it has failed.
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.complete)).toBe(true);
    expect(await picture.evaluate((img) => getComputedStyle(img).display)).toBe('none');
    return button.innerText();
  };
  await at.open('/');
  expect(await initials(/^Lea Roth/)).toContain('LR');
  await at.page.getByRole('button', { name: /^Jana Holm/ }).click();
  await at.page.keyboard.type('2580', { delay: 100 });
  await at.page.getByRole('button', { name: 'OK' }).click();
  await at.page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await initials(/^Jana Holm/)).toContain('JH');
});
