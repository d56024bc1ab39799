import { invalid } from '../../../shared/errors.ts';
import { limits, sizeOf } from '../../../shared/limits.ts';
import { bytesOf } from '../sizes.ts';
import { prepared, sql } from '../sql.ts';
import type { Value } from '../sql.ts';
import type { StoreReader } from '../aggregates.ts';
import { splitGuide } from './document.ts';
import type { GuideDocument, Pin } from './document.ts';
import { outlineOf } from './outline.ts';
import { guideColumns, stepidsKnown } from './rows.ts';
import type { GuideRow } from './rows.ts';

/** A prerequisite: in the release it is pinned to, or (null) in the readers' version. */
export interface PinnedPrerequisite {
  row: GuideRow;
  releaseid: number | null;
}

/** The prerequisites of a version of a guide. */
interface Needs {
  prerequisites: readonly number[];
  pinned?: readonly Pin[];
}

const anyOf = prepared(
  (guideid: Value<number>) => sql`SELECT 1 FROM prerequisite WHERE guideid = ${guideid}`,
);

/** Returns whether the readers' version has any prerequisites. Most have none, and this is far cheaper than an empty list of wide rows. */
export const hasNeeds = (s: StoreReader, guideid: number): boolean => s.db.one(anyOf(guideid)) !== undefined;

/** Returns prerequisites of the readers' version that the viewer may see, in order. */
export function neededBy(s: StoreReader, guideid: number): PinnedPrerequisite[] {
  if (!hasNeeds(s, guideid)) return [];
  return s.db
    .all(sql<
      GuideRow & { releaseid: number | null }
    >`SELECT ${guideColumns}, p.releaseid FROM prerequisite p CROSS JOIN guide g ON g.guideid = p.prerequisite
       WHERE p.guideid = ${guideid} AND g.deleted = 0 ORDER BY p.position`)
    .filter((row) => s.guides.isVisible(row))
    .map(({ releaseid, ...row }) => ({ row, releaseid }));
}

/** Returns prerequisites of a draft, an old revision or a release that the viewer may see, in order. */
export function neededByDocument(s: StoreReader, needs: Needs): PinnedPrerequisite[] {
  return needs.prerequisites.flatMap((guideid) => {
    const row = s.guides.row(guideid);
    return row && s.guides.isVisible(row) ? [{ row, releaseid: pinIn(needs, guideid) }] : [];
  });
}

/** Returns the release that a version of a guide pins a prerequisite to; null for the readers' version. */
export const pinIn = ({ pinned = [] }: Needs, guideid: number): number | null =>
  pinned.find((pin) => pin.guideid === guideid)?.releaseid ?? null;

/**
 * Returns all prerequisites, direct and indirect, each once and at most `most`, in the order their steps are done. A release pinned by the
 * guide itself is used wherever that prerequisite occurs.
 */
export function allNeeded(
  s: StoreReader,
  guideid: number,
  direct: readonly PinnedPrerequisite[],
  most = limits.guide.allPrerequisites.max,
): PinnedPrerequisite[] {
  const pins = new Map(direct.map(({ row, releaseid }) => [row.guideid, releaseid]));
  const found = new Map<number, PinnedPrerequisite>();
  // A cycle in a site's data must not hang the reader.
  const visiting = new Set<number>([guideid]);
  const visit = (needed: readonly PinnedPrerequisite[]): void => {
    for (const { row, releaseid } of needed) {
      const id = row.guideid;
      if (visiting.has(id) || found.has(id)) continue;
      if (visiting.size + found.size > most) return;
      const one = { row, releaseid: pins.get(id) ?? releaseid };
      const content = contentOf(s, one);
      visiting.add(id);
      visit(content ? neededByDocument(s, outlineOf(content)) : neededBy(s, id));
      visiting.delete(id);
      found.set(id, one);
    }
  };
  visit(direct);
  return [...found.values()];
}

/** Returns a prerequisite's own steps as JSON text without comments. */
export function stepsOf(s: StoreReader, needed: PinnedPrerequisite): string {
  const content = contentOf(s, needed);
  return content ? splitGuide(content).steps : s.guides.texts(needed.row.guideid).steps;
}

/** Returns the stepids of a prerequisite's own steps, in order. */
export function stepidsOf(s: StoreReader, needed: PinnedPrerequisite): number[] {
  const content = contentOf(s, needed);
  return content
    ? outlineOf(content).steps.map(({ stepid }) => stepid)
    : stepidsKnown(s, needed.row.guideid, { shown: 1 });
}

/** Returns the pinned release's content; undefined if none is pinned or the release no longer exists. */
const contentOf = (s: StoreReader, { row, releaseid }: PinnedPrerequisite): Buffer | undefined =>
  releaseid === null ? undefined : s.releases.content(row.guideid, releaseid);

interface Given {
  prerequisites?: number[] | undefined;
  prerequisite_releases?: { guideid: number; releaseid: number | null }[] | undefined;
}

/**
 * Applies changes of prerequisites and pins. `prerequisites` is the whole list and leaves pins as they are.
 * `prerequisite_releases` is the whole list of pins; alone it also adds the pinned guides to the prerequisites.
 * Prerequisites that the viewer cannot see stay.
 *
 * @throws AppError `invalid`
 */
export function applyPrerequisites(s: StoreReader, document: GuideDocument, given: Given): void {
  const { prerequisites, prerequisite_releases: releases } = given;
  if (!prerequisites && !releases) return;
  const before = document.prerequisites;
  const wanted = [
    ...new Set(prerequisites ?? [...before, ...(releases ?? []).map(({ guideid }) => guideid)]),
  ];
  for (const id of wanted) {
    if (!before.includes(id) && !isSeen(s, id)) throw invalid('prerequisites', `There is no guide ${id}.`);
  }
  for (const { guideid } of releases ?? []) {
    if (!wanted.includes(guideid))
      throw invalid('prerequisite_releases', `Guide ${guideid} is not among the prerequisites.`);
  }
  for (const [index, id] of before.entries()) {
    if (!wanted.includes(id) && !isSeen(s, id)) wanted.splice(index, 0, id);
  }
  const pinned = pinsFor(s, wanted, document.pinned ?? [], releases);
  document.prerequisites = wanted;
  if (pinned.length > 0) document.pinned = pinned;
  else delete document.pinned;
  requireFew(s, document);
  requireNoCircle(s, document, 'prerequisites');
}

/** @throws AppError `invalid` if the prerequisites, with all that they build on, are too many or too large */
function requireFew(s: StoreReader, document: GuideDocument): void {
  const { allPrerequisites, prerequisiteSteps } = limits.guide;
  const direct = neededByDocument(s, document);
  const all = allNeeded(s, document.body.guideid, direct, allPrerequisites.max + 1);
  if (all.length > allPrerequisites.max)
    throw invalid(
      'prerequisites',
      `With all that they build on, a guide has at most ${allPrerequisites.max} prerequisites.`,
    );
  let left = prerequisiteSteps.max;
  for (const needed of all) {
    left -= bytesOf(stepsOf(s, needed));
    if (left < 0)
      throw invalid(
        'prerequisites',
        `The steps of all prerequisites together take at most ${sizeOf(prerequisiteSteps.max)}.`,
      );
  }
}

function pinsFor(
  s: StoreReader,
  wanted: readonly number[],
  before: readonly Pin[],
  given: Given['prerequisite_releases'],
): Pin[] {
  return wanted.flatMap((guideid) => {
    const old = before.find((pin) => pin.guideid === guideid);
    if (!given || !isSeen(s, guideid)) return old ?? [];
    const releaseid = given.findLast((pin) => pin.guideid === guideid)?.releaseid ?? null;
    if (releaseid === null) return [];
    if (releaseid !== old?.releaseid && !s.releases.content(guideid, releaseid)) {
      throw invalid(
        'prerequisite_releases',
        `Guide ${guideid} has no release ${releaseid} that was released and not withdrawn.`,
      );
    }
    return { guideid, releaseid };
  });
}

function isSeen(s: StoreReader, guideid: number): boolean {
  const row = s.guides.row(guideid);
  return row !== undefined && s.guides.isVisible(row);
}

/**
 * Refuses circles of prerequisites: through readers' versions, drafts or pinned releases, also of guides that the viewer
 * may not see.
 *
 * @throws AppError `invalid`
 */
export function requireNoCircle(s: StoreReader, document: GuideDocument, field: string): void {
  const { guideid } = document.body;
  const through = circleThrough(s, document);
  if (through === undefined) return;
  throw invalid(
    field,
    through === guideid
      ? 'A guide cannot be its own prerequisite.'
      : `Guide ${through} already needs this guide: prerequisites may not form a circle.`,
  );
}

/** Returns the first direct prerequisite that leads back to the guide itself; undefined if none does. */
export function circleThrough(s: StoreReader, document: GuideDocument): number | undefined {
  const seen = new Set<string>();
  return edgesOf(document).find((first) => {
    const queue = [first];
    for (let edge = queue.shift(); edge; edge = queue.shift()) {
      if (edge.guideid === document.body.guideid) return true;
      const key = `${edge.guideid} ${edge.releaseid}`;
      if (seen.has(key)) continue;
      seen.add(key);
      queue.push(...edgesFrom(s, edge));
    }
    return false;
  })?.guideid;
}

interface Edge {
  guideid: number;
  releaseid: number | null;
}

const edgesOf = ({ prerequisites, pinned = [] }: Needs): Edge[] =>
  prerequisites.map((guideid) => ({
    guideid,
    releaseid: pinned.find((pin) => pin.guideid === guideid)?.releaseid ?? null,
  }));

/** Follows a pinned guide's readers' version too, because that is used once the release is withdrawn. */
function edgesFrom(s: StoreReader, { guideid, releaseid }: Edge): Edge[] {
  const shown = s.db.all(sql<Edge>`SELECT prerequisite AS guideid, releaseid FROM prerequisite
     WHERE guideid = ${guideid}`);
  const others = [
    s.guides.draft(guideid),
    releaseid === null ? undefined : s.releases.content(guideid, releaseid),
  ];
  return [...shown, ...others.flatMap((blob) => (blob ? edgesOf(outlineOf(blob)) : []))];
}
