import { templateFlag } from '../../../shared/model/flag.ts';
import type { GuideSummary } from '../../../shared/model/guide.ts';
import { isAdmin, isLead } from '../actor.ts';
import type { Actor, Viewer } from '../actor.ts';
import type { GuideRow } from '../guides/rows.ts';
import { listOf, prepared, sql } from '../sql.ts';
import type { SqlPart, StoredRow, Value } from '../sql.ts';
import { releasedStepids } from '../releases/released-documents.ts';
import type { ReadAccess } from '../access.ts';
import { isKeptFrom, keptFrom } from './unsent-edits.ts';

/**
 * Returns whether the viewer may read a guide: it is public, they own it or work on it, they are an admin, or it is a
 * template, from which everyone who has signed in may start a guide. `readableGuides` is the same rule for lists.
 */
export function mayReadGuide(s: ReadAccess, row: GuideRow, viewer = s.viewer): boolean {
  if (row.deleted || isKeptFrom(s, 'guide', row.guideid, viewer)) return false;
  if (row.public === 1) return true;
  if (viewer === null) return false;
  if (isAdmin(viewer) || row.userid === viewer.userid || worksOn(s, row.guideid, viewer)) return true;
  return (JSON.parse(row.summary) as GuideSummary).flags.includes(templateFlag);
}

/** Holds for guides `g` that are templates. */
const templates = sql`instr(g.summary -> '$.flags', ${JSON.stringify(templateFlag)}) > 0`;

/** Returns SQL that holds for guides `g` the viewer may read. */
export function readableGuides(viewer: Viewer): SqlPart {
  if (isAdmin(viewer)) return isHere(viewer);
  if (!viewer) return publicGuidesFor(viewer);
  return sql`${isHere(viewer)} AND (g.public = 1 OR ${ownGuide(viewer)} OR ${templates})`;
}

/** Returns SQL that holds for guides `g` that are public and that the viewer may read. */
export const publicGuidesFor = (viewer: Viewer): SqlPart => sql`g.public = 1 AND ${isHere(viewer)}`;

/** Returns SQL that holds for guides `g` that are neither deleted nor kept from the viewer. */
export const isHere = (viewer: Viewer): SqlPart =>
  sql`g.deleted = 0 AND g.guideid NOT IN ${keptFrom('guide', viewer)}`;

/** Returns whether the viewer may edit a guide that they may read. `editableGuides` is the same rule for lists. */
export function mayEditGuide(s: ReadAccess, row: GuideRow, viewer = s.viewer): boolean {
  if (!viewer) return false;
  return (
    isLead(viewer) ||
    s.meta.hasForeignRules ||
    row.userid === viewer.userid ||
    worksOn(s, row.guideid, viewer)
  );
}

/** Returns SQL that holds for guides `g` the viewer may edit, among those they may read. */
export function editableGuides(s: ReadAccess): SqlPart {
  const { viewer } = s;
  if (!viewer) return sql`0`;
  return isLead(viewer) || s.meta.hasForeignRules ? sql`1` : ownGuide(viewer);
}

const ownGuide = ({ userid, teams }: Actor): SqlPart => sql`(g.userid = ${userid} OR EXISTS (
      SELECT 1 FROM collaborator c WHERE c.guideid = g.guideid AND (
        (c.kind = 'user' AND c.id = ${userid}) OR (c.kind = 'team' AND c.id IN ${listOf(teams)}))))`;

/**
 * Returns whether the viewer may read a step. Steps that are only in the draft are for people who may edit the guide; so
 * are deleted steps that may have been in a draft.
 */
export function mayReadStep(s: ReadAccess, guide: GuideRow, stepid: number): boolean {
  if (!mayReadGuide(s, guide)) return false;
  const step = s.db.one(sql<StoredRow<'step', 'shown'>>`SELECT shown FROM step
     WHERE stepid = ${stepid} AND guideid = ${guide.guideid}`);
  if (step?.shown === 1 || mayEditGuide(s, guide)) return true;
  if (step) return releasedStepids(s, guide.guideid).has(stepid);
  return !everHadDrafts(s, guide.guideid);
}

/**
 * Returns SQL that holds for a guide that may have had steps which readers never saw: one that has or had a release. A desk has the releases
 * of its hub and few of its revisions, so the hub says so, too. A release that is only a draft changes nothing for readers, nor does its text,
 * which a desk keeps as a draft without an author.
 */
export const hadDrafts = (guideid: SqlPart): SqlPart =>
  sql`(EXISTS (SELECT 1 FROM release p WHERE p.guideid = ${guideid} AND p.status <> 'draft')
     OR EXISTS (SELECT 1 FROM guide_revision v WHERE v.guideid = ${guideid} AND v.draft = 1
       AND (v.userid IS NOT NULL OR NOT EXISTS (SELECT 1 FROM release p
         WHERE p.guideid = v.guideid AND p.revisionid = v.revisionid AND p.status = 'draft')))
     OR EXISTS (SELECT 1 FROM guide h WHERE h.guideid = ${guideid} AND h.had_drafts = 1))`;

// The feed asks for each guide.
const draftsOf = prepared((guideid: Value<number>) => sql`SELECT 1 WHERE ${hadDrafts(sql`${guideid}`)}`);

/** Returns whether a guide may have had steps which readers never saw (`hadDrafts`). */
export const everHadDrafts = (s: ReadAccess, guideid: number): boolean =>
  s.db.one(draftsOf(guideid)) !== undefined;

function worksOn(s: ReadAccess, guideid: number, { userid, teams }: NonNullable<Viewer>): boolean {
  return s.db
    .all(sql<StoredRow<'collaborator', 'kind' | 'id'>>`SELECT kind, id FROM collaborator
       WHERE guideid = ${guideid}`)
    .some((one) => (one.kind === 'user' ? one.id === userid : teams.includes(one.id)));
}
