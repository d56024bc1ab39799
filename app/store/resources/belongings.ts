import { sql } from '../sql.ts';
import type { SqlPart } from '../sql.ts';
import type { ResourceKind } from './kinds.ts';

/**
 * Hub: when other people than before may read resources of a kind. The feed then reports them again, because some people see them for the first
 * time or no longer. Each field gives SQL for ids.
 */
export interface Belonging {
  /** Those that are shown and hidden together with a guide, except what comes with the guide itself. */
  toGuide?(guideid: number): SqlPart;
  /** Those that are shown and hidden together with a step. */
  toStep?(stepid: number): SqlPart;
  /** They are work with the guide, which stays when the guide is deleted. */
  isWork?: true;
  /** Those that only some people may read, so that a change of a person's role shows or hides them. */
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
    restricted: sql`SELECT commentid AS id FROM comment WHERE status = 'private'`,
  },
  // Those of pages have the page's number with a minus.
  tags: { ...onePerGuide, restricted: sql`SELECT -wikiid AS id ${privatePages}` },
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
