import { AppError } from '../../shared/errors.ts';
import { exit } from './exit.ts';
import { openDesk } from './open-desk.ts';
import { print, printJson, readPassword } from './run.ts';

/** `benchside login`: binds a desk's data folder to a site and a person. */
export async function login(options: {
  data: string;
  site: string;
  email: string;
  passwordStdin?: boolean;
  json?: boolean;
}): Promise<void> {
  const password = await readPassword(options.passwordStdin);
  const opened = openDesk(options.data, options.site);
  try {
    const request = new Request('benchside://desk/api/2.0/user/token', { method: 'POST' });
    const { userid, username } = await opened.core.ctx.identity.signIn({ email: options.email, password }, request);
    opened.core.ctx.store.transact(null, (s) => s.meta.set('site-url', opened.site));
    if (options.json) printJson({ userid, username, site: opened.site });
    else print(`Signed in as ${username} at ${opened.site}.`);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unavailable') throw error;
    process.stderr.write(`benchside: ${error.message}\n`);
    process.exitCode = exit.unreachable;
  } finally {
    await opened.close();
  }
}
