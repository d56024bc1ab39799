import { describe, expect, it } from 'vitest';

import { deskPage } from '../helpers/desk-page.ts';
import { axeFindings } from '../../helpers/axe.ts';

const at = deskPage();

describe('the keyboard', () => {
  const keysShown = async (): Promise<string[]> =>
    (await at.page.getByRole('dialog').locator('dl > div').allInnerTexts()).map((row) =>
      row.replace(/\s+/g, ' '),
    );

  it('shows the shortcuts of the current screen, and navigates by them', async () => {
    await at.open('/guide/1/step/11');
    await at.untilStep(3);
    await at.page.keyboard.press('F1');
    await at.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await keysShown()).toEqual(
      expect.arrayContaining([
        'Next step → or Page down or Space or Enter',
        'All steps L',
        'Search /',
        'Command palette Ctrl K',
        'Job log G J',
      ]),
    );
    await at.page.keyboard.press('Escape');
    // Held for as long as a person holds a key: faster ones would count as a scanner's.
    await at.page.keyboard.press('Space', { delay: 100 });
    await at.untilStep(4);
    await at.page.keyboard.press('Shift+Space', { delay: 100 });
    await at.untilStep(3);
    await at.page.keyboard.press('l');
    await at.page.getByRole('dialog', { name: 'All steps' }).waitFor();
    await at.page.keyboard.press('ArrowRight');
    expect(at.place()).toBe('/guide/1/step/11');
    await at.page.keyboard.press('Escape');

    await at.open('/search?q=pump');
    await at.heading('2 results').waitFor();
    await at.page.keyboard.press('j');
    await expect.poll(() => at.page.evaluate(() => document.activeElement?.matches('[data-row]'))).toBe(true);
    await at.page.keyboard.press('End');
    await at.page.keyboard.press('Enter');
    await expect.poll(at.place).not.toContain('/search');
    expect(at.complaints).toEqual([]);
  });

  it('lists the shortcuts of the home screen too, and opens places by two keys', async () => {
    await at.open('/');
    await at.heading('Categories').waitFor();
    await at.page.keyboard.press('F1');
    await at.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    expect(await keysShown()).toEqual(
      expect.arrayContaining([
        'Search /',
        'Command palette Ctrl K',
        'Show keyboard shortcuts F1 or ?',
        'New guide G N',
        'Settings G P',
      ]),
    );
    await at.page.keyboard.press('Escape');
    // Faster keys would count as a scanner's.
    await at.page.keyboard.type('gj', { delay: 100 });
    await expect.poll(at.place).toBe('/work-logs');
    await at.page.keyboard.type('gxh', { delay: 100 });
    expect(at.place()).toBe('/work-logs');
  });

  it('opens the command palette over a step, and closes it to the same step', async () => {
    const palette = at.page.getByRole('dialog', { name: 'Command palette' });
    await at.open('/guide/1/step/11');
    await at.untilStep(3);
    await at.page.keyboard.press('Control+k');
    await palette.waitFor();
    await palette.getByRole('button', { name: 'Dark theme' }).waitFor();
    expect(await axeFindings(at.page)).toEqual([]);
    await at.page.keyboard.type('drkthe');
    await expect.poll(() => palette.getByRole('button').first().innerText()).toContain('Dark theme');
    await at.page.keyboard.press('Enter');
    await expect
      .poll(() => at.desk.writes.some((write) => write.includes('"colorScheme":"dark"')))
      .toBe(true);
    expect(await palette.count()).toBe(0);
    expect(at.place()).toBe('/guide/1/step/11');

    await at.page.keyboard.press('Control+k');
    await at.page.keyboard.type('pump');
    await palette.getByRole('region', { name: 'Guides and pages' }).getByRole('button').nth(1).waitFor();
    await at.page.keyboard.press('Escape');
    await expect.poll(() => palette.count()).toBe(0);
    expect(at.place()).toBe('/guide/1/step/11');
    await at.page.keyboard.press('ArrowRight');
    await at.untilStep(4);

    await at.page.keyboard.press('Control+k');
    await at.page.keyboard.type('start work pump');
    await palette.getByRole('region', { name: 'Start work' }).getByRole('button').nth(1).waitFor();
    await at.page.keyboard.press('ArrowUp');
    await at.page.keyboard.press('Enter');
    await expect.poll(at.place).toBe('/guide/2/work');
    expect(at.complaints).toEqual([]);
  });

  it("does not take a scanner's keys as shortcuts, and ignores single-key shortcuts that are turned off", async () => {
    await at.open('/guide/1/step/11');
    await at.untilStep(3);
    await at.page.evaluate(() => {
      const press = (key: string): boolean =>
        window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      for (const key of ['L', '1', '2', 'l', 'Enter', ...'W/O 12', 'Enter']) press(key);
    });
    expect(await at.page.evaluate(() => document.activeElement instanceof HTMLInputElement)).toBe(false);
    await at.page.keyboard.press('ArrowRight');
    await at.untilStep(4);
    expect(await at.page.getByRole('dialog').count()).toBe(0);

    await at.open('/settings');
    await at.page
      .getByRole('radiogroup', { name: 'Single-key shortcuts' })
      .getByRole('radio', { name: 'Off' })
      .click({ force: true });
    await expect.poll(() => at.desk.writes.some((write) => write.includes('"singleKeys":false'))).toBe(true);
    await at.open('/guide/1/step/11');
    await at.untilStep(3);
    await at.page.keyboard.press('F1');
    await at.page.getByText('Single-key shortcuts are off.').waitFor();
    expect((await keysShown()).join()).not.toMatch(/All steps|\//);
  });
});

describe('the code of screens', () => {
  it('is preloaded in idle time, and never loaded at a tap', async () => {
    await at.reopen({ hasIdleTime: true });
    const last = at.page.waitForResponse(/work-logs-screen/);
    await at.open('/');
    await at.heading('Continue').waitFor();
    await last;
    await at.page.route('**/assets/**', (route) => route.abort());
    await at.page.evaluate(() => {
      location.hash = '#/settings';
    });
    await at.heading('Settings').waitFor();
    expect(at.complaints).toEqual([]);
  });

  it('reports a missing part, and reloads', async () => {
    await at.page.route(/settings-screen/, (route) => route.fulfill({ status: 404 }));
    await at.open('/settings');
    await at.heading('Benchside has changed meanwhile').waitFor();
    await at.page.unrouteAll();
    await at.page.getByRole('button', { name: 'Reload' }).click();
    await at.heading('Settings').waitFor();
  });
});
