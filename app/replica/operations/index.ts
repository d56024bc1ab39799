import { assignmentOperations } from './assignment.ts';
import { commentOperations } from './comment.ts';
import { formOperations } from './form.ts';
import { glossaryOperations } from './glossary.ts';
import { guideOperations } from './guide.ts';
import { mediaOperations } from './media.ts';
import type { QueuedOperation, QueuedOperations } from './operation.ts';
import { personalOperations } from './personal.ts';
import { releaseOperations } from './release.ts';
import { runOperations } from './run.ts';
import { stepOperations } from './step.ts';
import { wikiOperations } from './wiki.ts';

/** All operations that a desk's journal may hold. */
export const queuedOperations: QueuedOperations = {
  ...guideOperations,
  ...stepOperations,
  ...releaseOperations,
  ...wikiOperations,
  ...commentOperations,
  ...runOperations,
  ...assignmentOperations,
  ...formOperations,
  ...mediaOperations,
  ...glossaryOperations,
  ...personalOperations,
};

const byRoute: ReadonlyMap<string, QueuedOperation> = new Map(Object.entries(queuedOperations));
const unknown: QueuedOperation = {};

/** Returns how to handle an operation; an empty description for operations of older journals that no longer exist. */
export const operationOf = (route: string): QueuedOperation => byRoute.get(route) ?? unknown;

/** Returns whether edits of this route are carried out by handlers that answer at once, and do nothing but write. */
export const answersAtOnce = (route: string): boolean =>
  byRoute.has(route) && operationOf(route).uploads === undefined;
