import { flagsFor } from '../../store/policy/flags.ts';
import { noLongerShown } from '../trash.ts';
import type { JournalEntry } from '../journal/entry.ts';
import type { Issued } from '../../store/meta.ts';
import type { ReplicaReader, ReplicaWriter } from '../replica.ts';
import { guideContent, stepContent } from '../merge/guide.ts';
import type { ItemContent, StepContent } from '../merge/guide.ts';
import { wikiContent } from '../merge/wiki.ts';
import { editedDocument, isOfGuide, storedVersion } from '../plan/plan-entry.ts';
import type { DocumentVersion } from '../plan/plan.ts';
import type { NewThing, Replayer } from '../rebase/replayer.ts';

/** Returns whether the resource of a parked edit can be recreated on the site, because the site no longer has it. */
export function canPutBack(s: ReplicaReader, entry: JournalEntry): boolean {
  if (entry.state !== 'parked') return false;
  if (entry.route === 'PATCH /comments/{commentid}')
    return isTooLate(entry) && s.comments.visible(Number(entry.params['commentid'])) !== undefined;
  const isGone = entry.cause?.conflicts?.some(({ field }) => field === 'document') ?? false;
  const document = editedDocument(s, entry);
  return isGone && document !== undefined && storedVersion(s, document.kind, document.id) !== undefined;
}

/** Returns whether the comment was deleted, or its five minutes for editing were over when the edit arrived. */
const isTooLate = ({ cause }: JournalEntry): boolean => cause?.kind === 'gone' || cause?.kind === 'forbidden';

/**
 * Recreates what the site deleted, as it is shown here, in the name of the edit's author. It contains the pending edits, so these
 * are discarded by `giveUp`; their content stays in the journal.
 *
 * @returns the ids of the recreated steps
 */
export function putBack(
  s: ReplicaWriter,
  replayer: Replayer,
  entry: JournalEntry,
  giveUp: (entries: JournalEntry[]) => void,
  document: ReturnType<typeof editedDocument> = editedDocument(s, entry),
): StepIds {
  const steps = new Map<number, number>();
  const perform = (deed: NewThing, along: readonly Issued[] = []): number | undefined =>
    replayer.acceptInNameOf(s, entry.sender, deed, along);
  if (!document) {
    const comment = s.comments.visible(Number(entry.params['commentid']));
    giveUp([entry]);
    if (comment) perform(commentAgain(entry, comment));
    return steps;
  }
  const { kind, id } = document;
  const version = storedVersion(s, kind, id);
  const tags = kind === 'guide' ? s.tags.of({ kind, id }) : [];
  const pending = pendingIn(s, kind, id);
  // The guide is recreated first: the pages of its parts and tools then stay here, and pending edits of these pages find them.
  const guideid =
    version?.kind === 'guide'
      ? perform(guideAgain(s, version, entry.sender), pagesOf(s, pending))
      : undefined;
  giveUp(pending);
  if (version?.kind === 'wiki') {
    // A page that a restored hub lost is still stored here and has the title.
    if (s.wikis.row(id)?.deleted === 0) s.trash.put('wiki', id, noLongerShown);
    perform(wikiAgain(version));
  }
  if (version?.kind !== 'guide' || guideid === undefined) return steps;
  const params = { guideid: String(guideid) };
  for (const [index, step] of version.document.steps.entries()) {
    const stepid = perform({
      route: 'POST /guides/{guideid}/steps',
      params,
      body: { ...stepAgain(stepContent(step)), orderby: index + 1 },
    });
    if (stepid !== undefined) steps.set(step.stepid, stepid);
  }
  for (const tag of tags) perform({ route: 'PUT /guides/{guideid}/tag', params, body: { tag } });
  return steps;
}

/** Returns the pending edits that a recreated document contains; a guide is recreated with its tags. */
const pendingIn = (s: ReplicaReader, kind: 'guide' | 'wiki', id: number): JournalEntry[] =>
  kind === 'guide'
    ? [...s.journal.pendingOf('guide', id), ...s.journal.pendingOf('tags', id)]
    : s.journal.pendingOf('wiki', id).filter((one) => !isOfGuide(one));

/** The ids of recreated steps by their former ids. */
export type StepIds = ReadonlyMap<number, number>;

/** Returns the pages that edits made as a side effect and that the site does not have yet. */
const pagesOf = (s: ReplicaReader, entries: readonly JournalEntry[]): Issued[] =>
  entries
    .filter(({ route }) => route !== 'POST /wikis')
    .flatMap(({ issued }) => issued)
    .filter(({ kind, id }) => kind === 'wiki' && s.wikis.isMadeAlong(id));

/** @param userid who will have made it, and sets only the flags that they may set */
function guideAgain(
  s: ReplicaReader,
  { document }: DocumentVersion & { kind: 'guide' },
  userid: number,
): NewThing {
  const { author: _, parts, tools, documents, featured_documentid, ...content } = guideContent(document);
  const flagids = flagsFor(s.users.actor(userid)?.role ?? 'technician').map(({ flagid }) => flagid);
  const body = {
    ...content,
    flags: content.flags.filter((flagid) => flagids.includes(flagid)),
    prerequisites: content.prerequisites.filter((id) => s.guides.row(id)?.deleted === 0),
    parts: parts.map(itemAgain),
    tools: tools.map(itemAgain),
    ...(documents.length > 0 ? { documents, featured_documentid } : {}),
  };
  return { route: 'POST /guides', params: {}, body: withoutNulls(body) };
}

const itemAgain = (item: ItemContent): object => withoutNulls(item);

/** Drops the ids of the lines, which the site no longer has. */
const stepAgain = ({ lines, ...content }: StepContent): object => ({
  ...content,
  lines: lines.map(({ lineid: _, ...line }) => line),
});

function wikiAgain({ body }: DocumentVersion & { kind: 'wiki' }): NewThing {
  const { namespace, title, langid } = body;
  const content = withoutNulls({ ...wikiContent(body), namespace, title, langid });
  return { route: 'POST /wikis', params: {}, body: content };
}

function commentAgain(
  { body }: JournalEntry,
  { context, contextid, parentid }: { context: string; contextid: number; parentid: number | null },
): NewThing {
  return {
    route: 'POST /comments/{context}/{contextid}',
    params: { context, contextid: String(contextid) },
    body: { text: (body as { text: string }).text, ...(parentid === null ? {} : { parentid }) },
  };
}

const withoutNulls = (fields: object): object =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  );
