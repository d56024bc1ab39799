import { AppError, notFound } from '../../../shared/errors.ts';
import type { Comment } from '../../../shared/model/comment.ts';
import type { Step } from '../../../shared/model/guide.ts';
import { isAdmin } from '../actor.ts';
import type { StoreReader } from '../store.ts';
import { unpackGuide } from './document.ts';
import type { GuideDocument } from './document.ts';
import { textsOf } from './texts.ts';
import type { GuideTexts } from './texts.ts';

/** The columns composing needs. */
export interface GuideRow {
  guideid: number;
  langid: string;
  revisionid: number;
  public: number;
  deleted: number;
  type: string;
  category: string;
  subject: string;
  title: string;
  userid: number;
  modified_date: number;
  prereq_modified_date: number;
  comment_count: number;
  summary: string;
}

export interface GuideListOptions {
  guideids?: number[];
  types?: string[];
  category?: string;
  userid?: number;
  tag?: string;
  order?: 'ASC' | 'DESC';
  offset?: number;
  limit?: number;
  modifiedSince?: number;
  includePrivate?: boolean;
  featured?: boolean;
}

const columns =
  'g.guideid, g.langid, g.revisionid, g.public, g.deleted, g.type, g.category, g.subject, g.title, g.userid, g.modified_date, g.prereq_modified_date, g.comment_count, g.summary';

/** Reads guides as the viewer may see them. Answers are holed JSON text: nothing is parsed on the way out. */
export class GuideReader {
  protected readonly s: StoreReader;

  constructor(s: StoreReader) {
    this.s = s;
  }

  /** The row, whoever asks; deleted ones too. */
  row(guideid: number): GuideRow | undefined {
    return this.s.db.oneSql<GuideRow>(`SELECT ${columns} FROM guide g WHERE g.guideid = ?`, [guideid]);
  }

  /** @throws AppError `not-found` for missing and deleted guides, `forbidden` for a private one of others. */
  requireVisible(guideid: number): GuideRow {
    const row = this.row(guideid);
    if (!row || row.deleted) throw notFound('Guide');
    if (!this.isVisible(row)) throw new AppError('forbidden', 'Guide is private.');
    return row;
  }

  isVisible(row: GuideRow): boolean {
    return !row.deleted && (row.public === 1 || this.maySeePrivate(row));
  }

  requireEditable(guideid: number): GuideRow {
    const row = this.requireVisible(guideid);
    if (!this.mayEdit(row)) throw new AppError('forbidden', 'You may not edit this guide.');
    return row;
  }

  mayEdit(row: GuideRow): boolean {
    const { viewer } = this.s;
    if (!viewer) return false;
    return (
      isAdmin(viewer) ||
      viewer.role === 'author' ||
      row.userid === viewer.userid ||
      this.collaborates(row.guideid)
    );
  }

  /** Full guide as holed JSON text (contract 2.3). */
  answer(row: GuideRow, options: { prerequisiteSteps: boolean }): string {
    const own = this.stored(row.guideid);
    const prerequisites = this.prerequisites(row.guideid);
    const comments = row.comment_count > 0 ? this.s.comments.ofGuide(row.guideid) : [];
    const steps =
      options.prerequisiteSteps && prerequisites.length > 0 ? this.prerequisiteSteps(row.guideid) : [];
    steps.push(withComments(own.steps, comments).slice(1, -1));
    const personal = this.s.personal.ofGuide(row.guideid);
    return (
      `${own.body.slice(0, -1)},"prereq_modified_date":${row.prereq_modified_date}` +
      `,"available_langids":["${row.langid}"]` +
      `,"author":${this.s.users.summaryText(row.userid)}` +
      `,"prerequisites":[${prerequisites.map((p) => this.summaryOf(p)).join(',')}]` +
      `,"comments":${JSON.stringify(comments.filter((c) => c.context === 'guide'))}` +
      `,"completed":${personal.completed},"favorited":${personal.favorited},"can_edit":${this.mayEdit(row)}` +
      `,"steps":[${steps.filter(Boolean).join(',')}]}`
    );
  }

  /** What a write answers: the guide without the steps of its prerequisites (fact sheet 4.6). */
  written(guideid: number): string {
    return this.answer(this.requireVisible(guideid), { prerequisiteSteps: false });
  }

  /** Guide summaries as holed JSON texts, by guideid. */
  list(options: GuideListOptions): string[] {
    const where = ['g.deleted = 0'];
    const parameters: unknown[] = [];
    if (options.guideids) {
      where.push('g.guideid IN (SELECT value FROM json_each(?))');
      parameters.push(JSON.stringify(options.guideids));
    } else {
      if (options.types) {
        where.push('g.type IN (SELECT value FROM json_each(?))');
        parameters.push(JSON.stringify(options.types));
      }
      if (options.modifiedSince !== undefined) {
        where.push('g.modified_date >= ?');
        parameters.push(options.modifiedSince);
      }
    }
    if (options.category !== undefined) {
      where.push('g.category = ?');
      parameters.push(options.category);
    }
    if (options.userid !== undefined) {
      where.push('g.userid = ?');
      parameters.push(options.userid);
    }
    if (options.featured) where.push('g.featured = 1');
    if (options.tag !== undefined) {
      where.push(
        "g.guideid IN (SELECT t.id FROM tagged t JOIN tag ON tag.tagid = t.tagid WHERE t.kind = 'guide' AND tag.name = ?)",
      );
      parameters.push(options.tag);
    }
    if (!(options.includePrivate && isAdmin(this.s.viewer))) {
      if (options.includePrivate && this.s.viewer) {
        where.push('(g.public = 1 OR g.userid = ?)');
        parameters.push(this.s.viewer.userid);
      } else where.push('g.public = 1');
    }
    parameters.push(options.limit ?? -1, options.offset ?? 0);
    const rows = this.s.db.allSql<GuideRow & { username: string | null }>(
      `SELECT ${columns}, u.username FROM guide g LEFT JOIN user u ON u.userid = g.userid
       WHERE ${where.join(' AND ')} ORDER BY g.guideid ${options.order === 'DESC' ? 'DESC' : 'ASC'} LIMIT ? OFFSET ?`,
      parameters,
    );
    return rows.map((row) => composeSummary(row, row.username ?? ''));
  }

  summaryOf(row: GuideRow): string {
    return composeSummary(row, this.s.users.username(row.userid));
  }

  /** The stored document, for editing and for revisions. */
  document(guideid: number): GuideDocument {
    return unpackGuide(this.blob(guideid));
  }

  revisionDocument(guideid: number, revisionid: number): GuideDocument | undefined {
    const row = this.s.db.oneSql<{ body: Buffer }>(
      'SELECT body FROM guide_revision WHERE guideid = ? AND revisionid = ?',
      [guideid, revisionid],
    );
    return row && unpackGuide(row.body);
  }

  /** Prerequisites the viewer may see, in order. */
  prerequisites(guideid: number): GuideRow[] {
    // Most have none, and looking is far cheaper than an empty list of wide rows.
    if (!this.s.db.oneSql('SELECT 1 FROM prerequisite WHERE guideid = ?', [guideid])) return [];
    return this.s.db
      .allSql<GuideRow>(
        `SELECT ${columns} FROM prerequisite p CROSS JOIN guide g ON g.guideid = p.prerequisite
         WHERE p.guideid = ? AND g.deleted = 0 ORDER BY p.position`,
        [guideid],
      )
      .filter((row) => this.isVisible(row));
  }

  /** Guides that are here and not deleted, private ones too. */
  countAll(): number {
    return this.s.db.oneSql<{ n: number }>('SELECT count(*) AS n FROM guide WHERE deleted = 0')?.n ?? 0;
  }

  /** Ids of guides that are here and not deleted. */
  ids(): number[] {
    return this.s.db
      .allSql<{ guideid: number }>('SELECT guideid FROM guide WHERE deleted = 0')
      .map((row) => row.guideid);
  }

  /** Every prerequisite, of prerequisites too, each once, in the order their steps are done. */
  allPrerequisites(guideid: number): GuideRow[] {
    const found = new Map<number, GuideRow>();
    // A cycle in a site's data must not hang the reader.
    const visiting = new Set<number>([guideid]);
    const visit = (id: number): void => {
      for (const row of this.prerequisites(id)) {
        if (visiting.has(row.guideid) || found.has(row.guideid)) continue;
        visiting.add(row.guideid);
        visit(row.guideid);
        visiting.delete(row.guideid);
        found.set(row.guideid, row);
      }
    };
    visit(guideid);
    return [...found.values()];
  }

  requireStepOf(guideid: number, stepid: number): Step {
    const step = this.document(guideid).steps.find((candidate) => candidate.stepid === stepid);
    if (!step) throw notFound('Step');
    return step;
  }

  stepOwner(stepid: number): { guideid: number; orderby: number; revisionid: number } | undefined {
    return this.s.db.oneSql('SELECT guideid, orderby, revisionid FROM step WHERE stepid = ?', [stepid]);
  }

  count(): number {
    return (
      this.s.db.oneSql<{ n: number }>('SELECT count(*) AS n FROM guide WHERE deleted = 0 AND public = 1')
        ?.n ?? 0
    );
  }

  protected maySeePrivate(row: GuideRow): boolean {
    const { viewer } = this.s;
    return (
      viewer !== null && (isAdmin(viewer) || row.userid === viewer.userid || this.collaborates(row.guideid))
    );
  }

  private collaborates(guideid: number): boolean {
    const { viewer } = this.s;
    if (!viewer) return false;
    return this.s.db
      .allSql<{ kind: string; id: number }>('SELECT kind, id FROM collaborator WHERE guideid = ?', [guideid])
      .some((c) => (c.kind === 'user' ? c.id === viewer.userid : viewer.teams.includes(c.id)));
  }

  private prerequisiteSteps(guideid: number): string[] {
    return this.allPrerequisites(guideid).map((row) => {
      const comments = row.comment_count > 0 ? this.s.comments.ofGuide(row.guideid) : [];
      return withComments(this.stored(row.guideid).steps, comments).slice(1, -1);
    });
  }

  private stored(guideid: number): GuideTexts {
    return textsOf(guideid, this.blob(guideid));
  }

  private blob(guideid: number): Buffer {
    const row = this.s.db.oneSql<{ body: Buffer }>('SELECT body FROM guide_doc WHERE guideid = ?', [guideid]);
    if (!row) throw notFound('Guide');
    return row.body;
  }
}

function withComments(steps: string, comments: Comment[]): string {
  if (!comments.some((comment) => comment.context === 'step')) return steps;
  const parsed = JSON.parse(steps) as { stepid: number; comments: Comment[] }[];
  for (const step of parsed) {
    step.comments = comments.filter((c) => c.context === 'step' && c.contextid === step.stepid);
  }
  return JSON.stringify(parsed);
}

function composeSummary(row: GuideRow, username: string): string {
  return (
    `${row.summary.slice(0, -1)},"revisionid":${row.revisionid},"modified_date":${row.modified_date}` +
    `,"prereq_modified_date":${row.prereq_modified_date},"public":${row.public === 1}` +
    `,"userid":${row.userid},"username":${JSON.stringify(username)}}`
  );
}
