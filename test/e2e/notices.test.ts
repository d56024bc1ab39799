import { expect, test } from 'vitest';

import { goTo, folder, launchDesk, shown, startHub, untilSynced } from './helpers.ts';
import type { Hub } from './helpers.ts';
import { lead, technician } from './workshop.ts';

const guideid = 5;

test('a technician reads at the desk what a lead does at the hub: work assigned and withdrawn, a guide released', async () => {
  const hub = await startHub();
  const asLead = await signIn(hub);
  const trial = { BENCHSIDE_TRIAL: `${technician.email}:${technician.password}` };
  const { page, errors } = await launchDesk({ data: folder(), site: hub.url, env: trial });
  await untilSynced(page);
  await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();
  const sync = async (): Promise<void> => {
    await page.evaluate(() => fetch('/api/2.0/benchside/sync', { method: 'POST' }));
  };

  const { assignmentid } = await asLead<{ assignmentid: number }>('POST', '/benchside/assignments', {
    guideid,
    workorderid: 'WO-1207',
    userid: 2,
    due: '2030-01-15',
    note: 'The owner waits.',
  });
  const { releaseid } = await asLead<{ releaseid: number }>('POST', '/guides/releases', {
    guideid,
    title: 'First',
    status: 'released',
  });
  await sync();
  await page.getByRole('link', { name: '2 unread notifications' }).waitFor();
  await shown(page, 'notices-home');
  await goTo(page, '/notifications');
  await page.getByText('Maren Holt assigned work to you').waitFor();
  await page.getByText('Maren Holt released your guide').waitFor();
  await page.getByText(/Work order WO-1207/).waitFor();
  await shown(page, 'notices-inbox');

  await asLead('DELETE', `/benchside/assignments/${assignmentid}`);
  await asLead('PATCH', `/guides/releases/${releaseid}`, { status: 'withdrawn' });
  await sync();
  await page.getByText('Maren Holt withdrew a release of your guide').waitFor();
  await page.getByText('Maren Holt assigned work to you').waitFor({ state: 'detached' });
  await shown(page, 'notices-withdrawn');
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByRole('button', { name: 'Mark all as read' }).waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
});

/** Returns requests to the hub as the lead of the workshop. */
async function signIn(hub: Hub) {
  const request = async <T>(method: string, path: string, body?: object, token = ''): Promise<T> => {
    const answer = await fetch(`${hub.url}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `api ${token}` } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text === '' ? 'null' : text);
  };
  const { authToken } = await request<{ authToken: string }>('POST', '/user/token', lead);
  return <T>(method: string, path: string, body?: object): Promise<T> =>
    request(method, path, body, authToken);
}
