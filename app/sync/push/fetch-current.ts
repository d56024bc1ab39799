import type { Guide } from '../../../shared/model/guide.ts';
import type { Wiki } from '../../../shared/model/wiki.ts';
import { replaceProvisionalId } from '../../replica/id-map/replace-provisional-id.ts';
import { guideDocument } from '../../store/guides/document.ts';
import type { JournalEntry } from '../../replica/journal/entry.ts';
import type { ReplicaReader, ReplicaWriter } from '../../replica/replica.ts';

import type { Round } from '../round.ts';
import { sound } from '../sound.ts';
import type { HiddenDocument } from '../../replica/desk-state.ts';
import { notVisibleToAnyone, whyHidden } from '../visibility.ts';
import { queryAs, requireSite } from './ask-site.ts';
import { isGuide, isWiki } from '../../replica/operations/answers.ts';
import { arrivedLines } from '../../replica/operations/step.ts';
import { currentVersions, editedDocument } from '../../replica/plan/plan-entry.ts';
import { guideToFetch } from '../../replica/plan/translation.ts';
import { noteAnswered } from '../../replica/seen-points.ts';
import type { ToldLine } from '../../replica/seen-points.ts';
import { nameNewest } from '../history.ts';

/** Fetches and stores the site's version of the document that an entry edits, or that the site no longer has it. */
export async function refresh(round: Round, entry: JournalEntry, token: string): Promise<void> {
  const { put } = await fetchCurrent(round, entry, token);
  round.store.transact(null, put);
  nameNewest(round);
}

interface Newest {
  /** The fetched guide, if the document is one and the site has it. */
  guide?: Guide;
  put(s: ReplicaWriter): void;
}

/**
 * Fetches the site's version of the document that an entry edits, or of a translation's guide that is not here.
 *
 * @returns it, with the change that stores it
 */
export async function fetchCurrent(round: Round, entry: JournalEntry, token: string): Promise<Newest> {
  const found = round.store.read(null, (s) => {
    const document = editedDocument(s, entry) ?? guideToFetch(s, entry);
    return document && { document, path: pathIn(s, document, entry) };
  });
  if (!found) return { put: () => undefined };
  const { document, path } = found;
  const { kind, id } = document;
  let told: ToldLine | undefined;
  const isKind = kind === 'guide' ? isGuide : isWiki;
  const given = await queryAs<Guide | Wiki>({ round, token }, path, isKind, isKind, (line) => {
    told = line;
  });
  const answer = given === undefined || round.hub ? given : sound(kind, given);
  // Only a hub signs its answers: a guest network may have sent this one.
  if (answer === undefined && !round.hub) await requireSite({ round, token });
  const isGone = answer === undefined && (await isGoneForAll(round, { document, path, token }));
  return {
    ...(kind === 'guide' && answer !== undefined && { guide: answer as Guide }),
    put: (s) => {
      // The hub may be restored before this desk reads its feed, which then never names this version.
      if (round.hub && told) noteAnswered(s, told);
      if (answer === undefined) {
        if (isGone) s.siteVersions.set(kind, id, 'gone');
      } else if (kind === 'guide') round.apply.editedGuide(s, answer as Guide);
      else {
        round.apply.wiki(s, answer as Wiki);
        if (isReplaced(s, entry, answer as Wiki)) s.siteVersions.set(kind, id, 'gone');
      }
    },
  };
}

function pathIn(s: ReplicaReader, { kind, id }: HiddenDocument, { params, query }: JournalEntry): string {
  if (kind === 'guide') return `/guides/${params['guideid']}?excludePrerequisiteSteps&unpatrolled`;
  const { namespace = 'CATEGORY', title = '' } = params;
  return s.wikis.pathOf(
    s.wikis.row(id) ?? { namespace, title, langid: query['langid'] ?? s.meta.site.langid },
  );
}

/** Returns whether the site no longer has a document, or no person of this desk may see it. Its author may not. */
async function isGoneForAll(
  round: Round,
  { document, path, token }: { document: HiddenDocument; path: string; token: string },
): Promise<boolean> {
  if ((await whyHidden(round, path, token)) === 'not-found') return true;
  const author = round.people.find((person) => person.token === token);
  return (await notVisibleToAnyone(round, [document], author)).length > 0;
}

/**
 * Returns whether the site has another page now with the title of the one that an entry edits, or has it only in another language. A site that
 * was asked for no language may answer with any.
 */
function isReplaced(s: ReplicaReader, entry: JournalEntry, { wikiid, langid }: Wiki): boolean {
  const id = editedDocument(s, entry)?.id ?? wikiid;
  if (id < 0 || id === wikiid) return false;
  return s.meta.site.langids.length > 1 || s.wikis.row(id)?.langid === langid;
}

/**
 * Fetches the site's version before a probe: if the answer to an edit was lost, the site may have all of the edit. A new step is
 * looked for by its own probe instead.
 */
export async function refetchBeforeProbe(
  round: Round,
  entry: JournalEntry,
  token: string,
): Promise<JournalEntry> {
  return entry.route === 'POST /guides/{guideid}/steps' ? entry : refetch(round, entry, token);
}

/** Fetches and stores the site's version of the document. Lines that the entry adds and the site already has get the site's ids. */
export async function refetch(round: Round, entry: JournalEntry, token: string): Promise<JournalEntry> {
  const { guide, put } = await fetchCurrent(round, entry, token);
  const again = round.store.transact(null, (s) => {
    // Storing the new version replays the edit on it, which would show lines twice that it has under other ids.
    if (guide) mapArrivedLines(s, entry, guide);
    put(s);
    return { ...s.journal.require(entry.entryid), issued: s.idMap.resolve(entry.issued) };
  });
  nameNewest(round);
  return again;
}

/** Gives lines that an edit of a step added the ids of equal lines that the site has. */
function mapArrivedLines(s: ReplicaWriter, entry: JournalEntry, guide: Guide): void {
  const theirs = { kind: 'guide', document: guideDocument(guide).document } as const;
  for (const { kind, provisional, id } of arrivedLines(entry, { ...currentVersions(s, entry), theirs }))
    replaceProvisionalId(s, kind, provisional, id);
}
