import { z } from 'zod';

import { limits } from '../../shared/limits.ts';
import { hashPassword, newPassword } from '../identity/password.ts';
import { UsageError } from '../usage-error.ts';
import { withHub } from './open-hub.ts';
import { print, printJson, readPassword } from './run.ts';

const account = z.object({
  email: z.email('is not an e-mail address'),
  name: z
    .string()
    .trim()
    .min(1, 'may not be empty')
    .max(limits.user.name.max, `may have at most ${limits.user.name.max} characters`),
  role: z.enum(['admin', 'author', 'technician'], 'must be admin, author or technician'),
  password: newPassword,
});

/** `benchside user add`: creates an account on a hub. */
export async function userAdd(
  email: string,
  options: {
    data: string;
    database?: string;
    name: string;
    role: string;
    passwordStdin?: boolean;
    json?: boolean;
  },
): Promise<void> {
  const password = await readPassword(options.passwordStdin);
  const parsed = account.safeParse({ email, name: options.name, role: options.role, password });
  if (!parsed.success) {
    throw new UsageError(
      `${parsed.error.issues.map((i) => `The ${String(i.path[0])} ${i.message}`).join('; ')}.`,
    );
  }
  const { name, role } = parsed.data;
  const passwordHash = await hashPassword(password);
  const userid = await withHub({ dataDir: options.data, database: options.database }, ({ ctx: { store } }) =>
    store.transact(null, (s) => s.users.create({ email, username: name, role, passwordHash })),
  );
  if (options.json) printJson({ userid, email, username: name, role });
  else print(`Added ${name} <${email}> as ${role}, userid ${userid}.`);
}
