import { hashToken, newToken } from '../../app/identity/hub.ts';
import { hashPassword } from '../../app/identity/password.ts';
import type { Role } from '../../app/store/actor.ts';
import type { TestCore } from './core.ts';

export interface TestPerson {
  userid: number;
  token: string;
}

/** Returns a person with a session of `core`; with a password too, if the test signs in. */
export async function addPerson(
  core: TestCore,
  username: string,
  { role = 'technician', password }: { role?: Role; password?: string } = {},
): Promise<TestPerson> {
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const token = newToken();
  const userid = core.ctx.store.transact(null, (s) => {
    const created = s.users.create({ email: `${username}@example.org`, username, role, passwordHash });
    s.users.addSession(created, hashToken(token));
    return created;
  });
  return { userid, token };
}

/** Creates a guide with one step over the API. */
export async function addGuide(
  core: TestCore,
  token: string,
  fields: Record<string, unknown> = {},
): Promise<{ guideid: number; stepid: number }> {
  const { guideid } = await core.json<{ guideid: number }>('POST /guides', {
    token,
    json: { category: 'Pump', type: 'repair', public: true, ...fields },
  });
  const { steps } = await core.json<{ steps: { stepid: number }[] }>(`POST /guides/${guideid}/steps`, {
    token,
    json: { orderby: 1, lines: [{ text: 'Open the lid.', bullet: 'black', level: 0 }] },
  });
  return { guideid, stepid: steps[0]?.stepid ?? 0 };
}
