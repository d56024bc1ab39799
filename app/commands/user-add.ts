import { z } from 'zod';

import { AppError } from '../../shared/errors.ts';
import { configSchema, logLevelFromEnvironment } from '../config.ts';
import { createCore } from '../core.ts';
import { hashPassword } from '../identity/password.ts';
import { lockDataFolder } from '../lock.ts';
import { print, printJson, readPassword } from './run.ts';

const account = z.object({
  email: z.email('is not an e-mail address'),
  name: z.string().trim().min(1, 'may not be empty').max(100),
  role: z.enum(['admin', 'author', 'technician'], 'must be admin, author or technician'),
  password: z.string().min(10, 'must have at least 10 characters').max(200),
});

/** `benchside user add`: an account on a hub. */
export async function userAdd(
  email: string,
  options: { data: string; name: string; role: string; passwordStdin?: boolean; json?: boolean },
): Promise<void> {
  const password = await readPassword(options.passwordStdin);
  const parsed = account.safeParse({ email, name: options.name, role: options.role, password });
  if (!parsed.success) {
    throw new AppError('invalid', parsed.error.issues.map((i) => `${String(i.path[0])} ${i.message}`).join('; '));
  }
  const { name, role } = parsed.data;
  const passwordHash = await hashPassword(password);
  const unlock = lockDataFolder(options.data);
  try {
    const core = createCore(
      configSchema.parse({ profile: 'hub', dataDir: options.data, logLevel: logLevelFromEnvironment() }),
    );
    try {
      const userid = core.ctx.store.transact(null, (s) => s.users.create({ email, username: name, role, passwordHash }));
      if (options.json) printJson({ userid, email, username: name, role });
      else print(`Added ${name} <${email}> as ${role}, userid ${userid}.`);
    } finally {
      await core.close();
    }
  } finally {
    unlock();
  }
}
