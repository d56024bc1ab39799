import { forbidden, unauthorized } from '../../../shared/errors.ts';
import type { HubBackups } from '../../backup/hub-backups.ts';
import type { Context } from '../../context.ts';
import { nameRoute } from '../../request-context.ts';
import { isAdmin } from '../../store/actor.ts';
import { withCommonHeaders } from '../answer.ts';
import { errorAnswer } from '../error-response.ts';
import { downloadAnswer } from './download.ts';
import { refuseMethod } from './ranges.ts';

/** Tests the unparsed address: parsing costs as much as finding a cached answer. */
const address = /^[^/]+:\/\/[^/]*\/api\/2\.0\/benchside\/backup\/file$/;

export const isBackup = ({ url }: Request): boolean => address.test(url);

/** Serves `GET /benchside/backup/file` to the admin who made the backup: a SQLite database, as a download. */
export async function serveBackup(request: Request, ctx: Context, backups: HubBackups): Promise<Response> {
  try {
    nameRoute('GET /benchside/backup/file');
    refuseMethod(request);
    const viewer = ctx.identity.viewerOf(request);
    if (!viewer) throw unauthorized();
    if (!isAdmin(viewer)) throw forbidden('Only admins download backups.', ['Admin']);
    const { path, name, bytes } = backups.requireFile(viewer.userid);
    const isEmpty = request.method !== 'GET';
    if (!isEmpty) ctx.log.info({ admin: viewer.userid }, 'an admin downloads a backup');
    const answer = downloadAnswer({ path, name, bytes, mime: 'application/vnd.sqlite3' }, isEmpty);
    return withCommonHeaders(answer, ctx.common);
  } catch (error) {
    const { status, body, headers } = errorAnswer(error, ctx.log);
    return withCommonHeaders(Response.json(body, { status, headers }), ctx.common);
  }
}
