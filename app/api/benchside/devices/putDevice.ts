import { deviceReport, givenDeskName } from '../../../../shared/model/device.ts';
import { hashToken, tokenOf } from '../../../identity/token.ts';
import { defineEndpoint } from '../../endpoint.ts';
import { deviceParams } from './device-fields.ts';

export const putDevice = defineEndpoint({
  route: 'PUT /benchside/devices/{deviceid}',
  summary: 'Store the report of a desk: its pending edits and its state',
  auth: 'user',
  profile: 'hub',
  rate: 'devices',
  params: deviceParams,
  body: deviceReport,
  response: givenDeskName,
  example: {
    params: { deviceid: '0b54a5f2-6f0c-4c43-9d4b-5e1f6f0c9a11' },
    body: {
      name: 'bench-7',
      version: '1.0.0',
      system: 'Linux x64',
      people: [{ userid: 2, pending: 3, sending: 0, parked: 1, conflicts: 1, oldest_date: 1_790_000_000 }],
      round: { outcome: 'clean', message: null },
      ready: { guides: 20, ready: 19 },
      kiosk: null,
    },
  },
  handler: ({ params: { deviceid }, body, actor: { userid }, ctx, request }) => {
    const tokenHash = hashToken(tokenOf(request) ?? `user ${userid}`);
    const given: { name: string | null } = { name: null };
    ctx.store.note((s) => {
      given.name = s.devices.put(deviceid, body, { userid, tokenHash });
    });
    return given;
  },
});
