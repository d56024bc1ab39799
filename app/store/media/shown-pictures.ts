import { renderDoc, renderText } from '../rendering.ts';
import { parseWiki } from '../../../shared/wiki/parse.ts';
import { packGuide, unpackGuide } from '../guides/document.ts';
import type { GuideDocument } from '../guides/document.ts';
import { MEDIA_PLACEHOLDER } from '../placeholders.ts';
import { documentAuthors, mayHaveShown } from '../policy/media.ts';
import type { TextOwner } from '../policy/media.ts';
import { sql } from '../sql.ts';
import type { StoreWriter } from '../aggregates.ts';
import { packTexts, unpackTexts } from '../translations/document.ts';
import type { Text } from '../translations/document.ts';
import { packWiki, unpackWiki, wikiImages } from '../wikis/document.ts';

/** Increase it to check again the HTML that earlier versions stored. */
const current = 1;

const checkedKey = 'shown-pictures';

/** Marks a new hub as checked, because its HTML follows the present rules. */
export const noteShownPictures = (s: StoreWriter): void => s.meta.set(checkedKey, current);

/**
 * Hub, once: removes pictures from stored HTML that none of the text's authors was allowed to show. Earlier versions
 * showed any picture whose id was in a text, and kept that HTML (decision 0025). Desks get the changed documents.
 *
 * @returns how many documents changed
 */
export function removeForbiddenPictures(s: StoreWriter): number {
  if ((s.meta.get<number>(checkedKey) ?? 0) >= current) return 0;
  const changed = checkGuides(s) + checkTranslations(s) + checkWikis(s) + checkProfiles(s) + checkComments(s);
  noteShownPictures(s);
  return changed;
}

const shownPicture = new RegExp(`${MEDIA_PLACEHOLDER}([\\w-]+)`, 'g');

/** Returns the same HTML, or renders it again without the forbidden pictures. */
function checked(s: StoreWriter, owner: TextOwner, { raw, rendered }: Text, isLine = false): string {
  const guids = [...new Set([...rendered.matchAll(shownPicture)].map(([, guid = '']) => guid))];
  const forbidden = guids.filter((guid) => {
    const row = s.media.find(guid);
    return row !== undefined && !mayHaveShown(s, row, owner);
  });
  if (forbidden.length === 0) return rendered;
  const before = rendered.replaceAll(shownPicture, (address, guid: string) =>
    forbidden.includes(guid) ? '' : address,
  );
  const options = { before, again: true };
  return isLine ? renderText(raw, s, options) : renderDoc(parseWiki(raw), s, options);
}

/** Checks every stored version of every guide. */
function checkGuides(s: StoreWriter): number {
  const found = new Set<number>();
  for (const table of ['guide_doc', 'guide_draft', 'guide_revision']) {
    for (const { number, guideid } of s.db.all(
      sql<{ number: number; guideid: number }>`SELECT rowid AS number, guideid FROM ${sql.table(table)}`,
    )) {
      const row = s.db.one(sql<{ body: Buffer }>`SELECT body FROM ${sql.table(table)}
         WHERE rowid = ${number}`);
      const body = row && checkedGuide(s, unpackGuide(row.body));
      if (!body) continue;
      s.db.run(sql`UPDATE ${sql.table(table)} SET body = ${body} WHERE rowid = ${number}`);
      found.add(guideid);
    }
  }
  for (const guideid of found) s.feed.record('guide', guideid);
  return found.size;
}

function checkedGuide(s: StoreWriter, document: GuideDocument): Buffer | undefined {
  const { body, steps } = document;
  const owner = guideOwner(s, body.guideid);
  let isChanged = false;
  const check = (raw: string, rendered: string, isLine: boolean): string => {
    const html = checked(s, owner, { raw, rendered }, isLine);
    isChanged ||= html !== rendered;
    return html;
  };
  body.introduction_rendered = check(body.introduction_raw, body.introduction_rendered, false);
  body.conclusion_rendered = check(body.conclusion_raw, body.conclusion_rendered, false);
  for (const line of steps.flatMap((step) => step.lines))
    line.text_rendered = check(line.text_raw, line.text_rendered, true);
  return isChanged ? packGuide(document) : undefined;
}

const guideOwner = (s: StoreWriter, guideid: number): TextOwner => ({
  kind: 'guide',
  id: guideid,
  authors: documentAuthors(s, 'guide', guideid),
});

function checkTranslations(s: StoreWriter): number {
  const found = new Set<number>();
  for (const table of ['translation', 'translation_revision']) {
    for (const { number, guideid } of s.db.all(
      sql<{ number: number; guideid: number }>`SELECT rowid AS number, guideid FROM ${sql.table(table)}`,
    )) {
      const row = s.db.one(sql<{ body: Buffer }>`SELECT body FROM ${sql.table(table)}
         WHERE rowid = ${number}`);
      if (!row) continue;
      const texts = unpackTexts(row.body);
      const owner = guideOwner(s, guideid);
      const lines = Object.values(texts.steps).flatMap((step) => Object.values(step.lines));
      const blocks = [texts.introduction, texts.conclusion].filter((text) => text !== undefined);
      let isChanged = false;
      for (const text of [...blocks, ...lines]) {
        const html = checked(s, owner, text, lines.includes(text));
        isChanged ||= html !== text.rendered;
        text.rendered = html;
      }
      if (!isChanged) continue;
      s.db.run(sql`UPDATE ${sql.table(table)} SET body = ${packTexts(texts)} WHERE rowid = ${number}`);
      found.add(guideid);
    }
  }
  for (const guideid of found) s.feed.record('translations', guideid);
  return found.size;
}

/** Checks every stored version of every wiki. A picture that a page no longer shows is no longer readable through it either. */
function checkWikis(s: StoreWriter): number {
  const found = new Set<number>();
  for (const table of ['wiki_doc', 'wiki_revision']) {
    for (const { number, wikiid } of s.db.all(
      sql<{ number: number; wikiid: number }>`SELECT rowid AS number, wikiid FROM ${sql.table(table)}`,
    )) {
      const row = s.db.one(sql<{ body: Buffer }>`SELECT body FROM ${sql.table(table)}
         WHERE rowid = ${number}`);
      if (!row) continue;
      const body = unpackWiki(row.body);
      const owner: TextOwner = { kind: 'wiki', id: wikiid, authors: documentAuthors(s, 'wiki', wikiid) };
      const text = { raw: body.contents_raw, rendered: body.contents_rendered };
      const html = checked(s, owner, text);
      if (html === body.contents_rendered) continue;
      body.contents_rendered = html;
      s.db.run(sql`UPDATE ${sql.table(table)} SET body = ${packWiki(body)} WHERE rowid = ${number}`);
      if (table === 'wiki_doc') s.media.setUses('wiki', wikiid, wikiImages(body));
      found.add(wikiid);
    }
  }
  for (const wikiid of found) s.feed.record('wiki', wikiid);
  return found.size;
}

function checkProfiles(s: StoreWriter): number {
  const rows = s.db.all(sql<{ userid: number; raw: string; rendered: string }>`SELECT userid,
       about_raw AS raw, about_rendered AS rendered
     FROM account WHERE instr(about_rendered, ${MEDIA_PLACEHOLDER}) > 0`);
  const changed = rows.filter(({ userid, ...text }) => {
    const html = checked(s, { kind: 'user', id: userid, authors: [userid] }, text);
    if (html === text.rendered) return false;
    s.db.run(sql`UPDATE account SET about_rendered = ${html} WHERE userid = ${userid}`);
    s.feed.record('user', userid);
    return true;
  });
  return changed.length;
}

/** Comments no longer show pictures; empty HTML is rendered when they are read. */
function checkComments(s: StoreWriter): number {
  const changed = s.db.all(sql<{ commentid: number }>`UPDATE comment SET text_rendered = ''
     WHERE instr(text_rendered, ${MEDIA_PLACEHOLDER}) > 0 RETURNING commentid`);
  for (const { commentid } of changed) s.feed.record('comment', commentid);
  return changed.length;
}
