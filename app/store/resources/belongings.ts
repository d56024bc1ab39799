import { sql } from '../sql.ts';
import type { SqlPart } from '../sql.ts';
import type { ResourceKind } from './kinds.ts';

/**
 * Hub: how the resources of a kind depend on a guide, a step or a role. When a guide, a step or a person's role changes, the feed reports the
 * resources that depend on it again, because some people may read them for the first time, or no longer. Queries return a column `id`.
 */
export interface Belonging {
  /** Finds the resources that depend on this guide. What the guide's own line of the feed contains is left out. */
  toGuide?(guideid: number): SqlPart;
  /** Finds the resources that depend on this step. */
  toStep?(stepid: number): SqlPart;
  /** Finds the resources that depend on this page. */
  toPage?(wikiid: number): SqlPart;
  /** True for jobs and assigned work, which stay when their guide is deleted. */
  isWork?: true;
  /** Finds all resources of the kind that some roles may read and others may not. */
  restricted?: SqlPart;
}

const onePerGuide: Belonging = { toGuide: (guideid) => sql`SELECT ${guideid} AS id` };

const privatePages = sql`FROM wiki WHERE private = 1 AND deleted = 0`;

export const belongings: Readonly<Record<ResourceKind, Belonging>> = {
  guide: {
    restricted: sql`SELECT guideid AS id FROM guide WHERE deleted = 0
      AND (public = 0 OR guideid IN (SELECT guideid FROM guide_draft))`,
  },
  wiki: { restricted: sql`SELECT wikiid AS id ${privatePages}` },
  user: {},
  team: {},
  comment: {
    // Comments on steps that readers see come with the guide.
    toGuide: (guideid) => sql`SELECT m.commentid AS id FROM comment m
      WHERE m.guideid = ${guideid} AND m.context = 'step' AND m.status <> 'deleted'
        AND NOT EXISTS (SELECT 1 FROM step t WHERE t.stepid = m.contextid AND t.shown = 1)`,
    toStep: (stepid) => sql`SELECT commentid AS id FROM comment
      WHERE context = 'step' AND contextid = ${stepid} AND status <> 'deleted'`,
    toPage: (wikiid) =>
      sql`SELECT commentid AS id FROM comment WHERE wikiid = ${wikiid} AND status <> 'deleted'`,
    restricted: sql`SELECT commentid AS id FROM comment WHERE status = 'private'
      OR (status <> 'deleted' AND wikiid IN (SELECT wikiid ${privatePages}))`,
  },
  // The tags of page 7 have the id -7.
  tags: {
    ...onePerGuide,
    toPage: (wikiid) => sql`SELECT ${-wikiid} AS id`,
    restricted: sql`SELECT -wikiid AS id ${privatePages}`,
  },
  favorites: {},
  completions: {},
  notifications: {},
  site: {},
  form: {
    toGuide: (guideid) => sql`SELECT stepid AS id FROM step_form WHERE guideid = ${guideid} AND current = 1`,
    toStep: (stepid) => sql`SELECT stepid AS id FROM step_form WHERE stepid = ${stepid} AND current = 1`,
  },
  entry: {
    toGuide: (guideid) => sql`SELECT entryid AS id FROM work_log WHERE guideid = ${guideid}`,
    isWork: true,
    restricted: sql`SELECT entryid AS id FROM work_log`,
  },
  assignment: {
    toGuide: (guideid) => sql`SELECT assignmentid AS id FROM assignment WHERE guideid = ${guideid}`,
    isWork: true,
    restricted: sql`SELECT assignmentid AS id FROM assignment`,
  },
  release: { toGuide: (guideid) => sql`SELECT releaseid AS id FROM release WHERE guideid = ${guideid}` },
  glossary: {},
  translations: onePerGuide,
  collaborators: onePerGuide,
  image: {},
  video: {},
  document: {},
  views: {},
};
