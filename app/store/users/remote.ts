import type { UserSummary } from '../../../shared/model/user.ts';
import type { Role } from '../actor.ts';
import { builder, sql } from '../sql.ts';
import { avatarGuid } from '../media/media.ts';
import type { StoreWriter } from '../aggregates.ts';

/** A site's data about a user beyond the summary; templated. */
export interface RemoteProfile {
  email?: string;
  location?: string | null;
  summary?: string | null;
  about_raw?: string;
  about_rendered?: string;
  langid?: string;
  sso_userid?: string | null;
}

/** Stores a user as a site sends them. Without `privileges` the role is unchanged. */
export function putRemoteUser(s: StoreWriter, summary: UserSummary, profile: RemoteProfile): void {
  const { userid } = summary;
  // The site does not say who it is.
  if (userid === 0) return;
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
    builder
      .insertInto('account')
      .values({ userid, langid: 'en', about_raw: '', about_rendered: '', banned: 0, ...values })
      .onConflict((c) => c.column('userid').doUpdateSet(values)),
  );
}

/** Desk: shows an edit in the site's summary of a user until the site sends a new one. A hub stores no such summary. */
export function updateSummary(
  s: StoreWriter,
  userid: number,
  change: (summary: UserSummary) => Partial<UserSummary>,
): void {
  const row = s.users.row(userid);
  if (!row?.remote) return;
  const summary = s.users.summary(userid);
  s.db.run(sql`UPDATE account SET remote = ${JSON.stringify({ ...summary, ...change(summary) })}
     WHERE userid = ${userid}`);
}

/** Removes a name or address from other users here: on the site it may have moved from one user to another. */
function freeNames(
  s: StoreWriter,
  userid: number,
  unique_username: string | null,
  { email, sso_userid }: RemoteProfile,
): void {
  s.db.run(sql`UPDATE account SET unique_username = NULL
     WHERE unique_username = ${unique_username} AND userid <> ${userid}`);
  s.db.run(sql`UPDATE account SET email = NULL WHERE email = ${email ?? null} AND userid <> ${userid}`);
  s.db.run(sql`UPDATE account SET sso_userid = NULL
     WHERE sso_userid = ${sso_userid ?? null} AND userid <> ${userid}`);
}

/** Keeps only these fields. Sites may send more, even tokens. */
function pickSummary(summary: UserSummary): UserSummary {
  const { userid, username, unique_username, join_date, reputation, url, teams, privileges } = summary;
  // Comments name people without a picture by a placeholder, guides by null; `composeComments` adds the placeholder.
  const image = summary.image?.guid === avatarGuid ? null : summary.image;
  return { userid, username, unique_username, join_date, image, reputation, url, teams, privileges };
}

/** Maps a site's privileges to our roles (CONTRACT 3.6). */
function roleOf(privileges: readonly string[]): Role {
  if (privileges.some((privilege) => /admin/i.test(privilege))) return 'admin';
  return privileges.some((privilege) => /author|editor|moderator/i.test(privilege)) ? 'author' : 'technician';
}
