import type { UserSummary } from '../../../shared/model/user.ts';
import type { Role } from '../actor.ts';
import { sqlite } from '../database.ts';
import { avatarGuid } from '../media/media.ts';
import type { StoreWriter } from '../store.ts';

/** What a site tells of a user beyond the summary. Texts have holes. */
export interface RemoteProfile {
  email?: string;
  location?: string | null;
  summary?: string | null;
  about_raw?: string;
  about_rendered?: string;
  langid?: string;
  sso_userid?: string | null;
}

/** Stores a user as a site names them. Without `privileges` the role stays what it was. */
export function putRemoteUser(s: StoreWriter, summary: UserSummary, profile: RemoteProfile): void {
  const { userid } = summary;
  const old = s.users.row(userid);
  const remote = JSON.stringify(pickSummary(summary));
  if (old?.remote === remote && !old.deleted && Object.keys(profile).length === 0) return;
  freeNames(s, userid, summary.unique_username, profile);
  const values = {
    ...profile,
    username: summary.username,
    unique_username: summary.unique_username,
    role: summary.privileges.length > 0 ? roleOf(summary.privileges) : (old?.role ?? ('technician' as const)),
    join_date: summary.join_date,
    reputation: summary.reputation,
    modified_date: s.now,
    remote,
    deleted: 0 as const,
  };
  s.db.run(
    sqlite
      .insertInto('user')
      .values({ userid, langid: 'en', about_raw: '', about_rendered: '', banned: 0, ...values })
      .onConflict((c) => c.column('userid').doUpdateSet(values)),
  );
}

/** Desk: an edit shows in what the site said of a user, until the site says it again. A hub has nothing to retell. */
export function retellUser(
  s: StoreWriter,
  userid: number,
  change: (summary: UserSummary) => Partial<UserSummary>,
): void {
  const row = s.users.row(userid);
  if (!row?.remote) return;
  const summary = s.users.summary(userid);
  s.db.runSql('UPDATE user SET remote = ? WHERE userid = ?', [
    JSON.stringify({ ...summary, ...change(summary) }),
    userid,
  ]);
}

/** At the site a name or address can have moved from one user to another; the site is right. */
function freeNames(
  s: StoreWriter,
  userid: number,
  unique_username: string | null,
  { email, sso_userid }: RemoteProfile,
): void {
  s.db.runSql('UPDATE user SET unique_username = NULL WHERE unique_username = ? AND userid <> ?', [
    unique_username,
    userid,
  ]);
  s.db.runSql('UPDATE user SET email = NULL WHERE email = ? AND userid <> ?', [email ?? null, userid]);
  s.db.runSql('UPDATE user SET sso_userid = NULL WHERE sso_userid = ? AND userid <> ?', [
    sso_userid ?? null,
    userid,
  ]);
}

/** Sites may send more, even tokens: only this is kept. */
function pickSummary(summary: UserSummary): UserSummary {
  const { userid, username, unique_username, join_date, reputation, url, teams, privileges } = summary;
  // Comments name people without a picture by a placeholder, guides by none; `composeComments` puts it in again.
  const image = summary.image?.guid === avatarGuid ? null : summary.image;
  return { userid, username, unique_username, join_date, image, reputation, url, teams, privileges };
}

/** A site's privileges as our roles (CONTRACT 3.6). */
function roleOf(privileges: readonly string[]): Role {
  if (privileges.some((privilege) => /admin/i.test(privilege))) return 'admin';
  return privileges.some((privilege) => /author|editor|moderator/i.test(privilege)) ? 'author' : 'technician';
}
