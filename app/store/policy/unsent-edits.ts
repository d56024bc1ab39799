import type { JournalState } from '../../../shared/model/journal.ts';
import { isAdmin, isLead } from '../actor.ts';
import type { Viewer } from '../actor.ts';
import type { ReadAccess } from '../access.ts';
import { listOf, prepared, sql } from '../sql.ts';
import type { SqlPart, Value } from '../sql.ts';

/**
 * Returns whether the viewer may decide about an unsent edit: it is theirs, they took it over, who sends it was deactivated and they are a lead,
 * or they are an admin. `decidableEdits` is the same rule for lists.
 */
export function mayDecide(
  s: ReadAccess,
  { userid, sender, state }: { userid: number; sender: number; state: JournalState },
): boolean {
  const { viewer } = s;
  if (!viewer) return false;
  if (isAdmin(viewer) || viewer.userid === userid || viewer.userid === sender) return true;
  return isLead(viewer) && state === 'parked' && isDeactivated(s, sender);
}

/** Returns SQL that holds for edits `j` about which the viewer may decide. */
export function decidableEdits(viewer: Viewer): SqlPart {
  if (!viewer || isAdmin(viewer)) return viewer ? sql`1` : sql`0`;
  const left = sql`OR (j.state = 'parked' AND EXISTS (${deactivated(sql`coalesce(j.sender, j.userid)`)}))`;
  return sql`(j.userid = ${viewer.userid} OR j.sender = ${viewer.userid} ${isLead(viewer) ? left : sql``})`;
}

/** Returns whether a person was deactivated: their edits wait for a lead (SPEC A4). */
export const isDeactivated = (s: ReadAccess, userid: number): boolean =>
  s.db.one(deactivated(sql`${userid}`)) !== undefined;

const deactivated = (userid: SqlPart): SqlPart =>
  sql`SELECT 1 FROM account a WHERE a.userid = ${userid} AND a.banned = 1`;

/** Kinds of things that stay at a desk while edits of them wait. */
const keptKinds = ['guide', 'wiki', 'comment'] as const;

type KeptKind = (typeof keptKinds)[number];

/**
 * Returns whether a thing is here only because edits of it wait, none of which the viewer may decide about: the site no longer has it, or shows
 * it to nobody here (SPEC R4.1). What was made here is nothing that a site hid. `keptFrom` is the same rule for lists.
 */
export const isKeptFrom = (s: ReadAccess, kind: KeptKind, id: number, viewer: Viewer): boolean =>
  s.db.one(goneThere(kind, id)) !== undefined &&
  s.db.one(sql`SELECT 1 ${waiting(sql`${kind}`, sql`${id}`)} AND ${decidableEdits(viewer)} LIMIT 1`) ===
    undefined;

/** Returns SQL for the ids of things that the viewer may not read by the rule of `isKeptFrom`. */
export const keptFrom = (kind: KeptKind, viewer: Viewer): SqlPart =>
  sql`(SELECT v.id FROM site_version v WHERE v.kind = ${kind} AND v.id > 0 AND ${isGone}
    AND NOT EXISTS (SELECT 1 ${waiting(sql`v.kind`, sql`v.id`)} AND ${decidableEdits(viewer)}))`;

/** Returns false if `keptFrom` is empty for everybody. */
export const isAnythingKept = (s: ReadAccess): boolean => s.db.one(anythingGone()) !== undefined;

const isGone = sql`length(v.body) = 0`;

// Each search asks.
const anythingGone = prepared(
  () =>
    sql`SELECT 1 FROM site_version v WHERE v.kind IN ${listOf(keptKinds)} AND v.id > 0 AND ${isGone} LIMIT 1`,
);

const waiting = (kind: SqlPart, id: SqlPart): SqlPart =>
  sql`FROM journal_resource t CROSS JOIN journal j ON j.sequence = t.sequence
    WHERE t.kind = ${kind} AND t.id = ${id} AND j.state NOT IN ('done', 'discarded')`;

// The feed asks for each guide.
const goneThere = prepared(
  (kind: Value<string>, id: Value<number>) =>
    sql`SELECT 1 FROM site_version v WHERE v.kind = ${kind} AND v.id = ${id} AND v.id > 0 AND ${isGone}`,
);
