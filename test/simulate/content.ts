import type { ReplicaReader } from '../../app/replica/replica.ts';
import { sql } from '../../app/store/sql.ts';
import type { StoredRow } from '../../app/store/sql.ts';
import { markOfPhoto } from './photo.ts';

/** Returns the content of a guide that people wrote, without derived fields. */
export function guideText(s: ReplicaReader, guideid: number): unknown {
  const row = s.guides.row(guideid);
  if (!row || row.deleted) return null;
  const { body, steps } = s.guides.working(guideid);
  return [
    [body.title, body.summary, body.introduction_raw, body.conclusion_raw],
    [...body.parts, ...body.tools].map((item) => item.text),
    steps.map((step) => [step.title, step.lines.map((line) => line.text_raw)]),
  ];
}

/** Returns a guide in its other language, composed from the written texts. */
export const translationText = (s: ReplicaReader, guideid: number): unknown =>
  JSON.parse(
    JSON.stringify(s.translations.find(guideid, 'de')?.texts ?? null, (key, value: unknown) =>
      key === 'rendered' ? undefined : value,
    ),
  );

export function wikiText(s: ReplicaReader, wikiid: number): unknown {
  const row = s.wikis.row(wikiid);
  if (!row || row.deleted) return null;
  const { body } = s.wikis.document(row);
  return [body.title, body.contents_raw, body.description, (body.info ?? []).map((one) => one.value)];
}

export const tagText = (s: ReplicaReader): unknown =>
  s.db.all(sql`SELECT t.* FROM tagged d JOIN tag t ON t.tagid = d.tagid`);

/** Returns orders and values of runs; a label beside a value is the form's. */
export const workText = (s: ReplicaReader): unknown =>
  s.db.all(sql`SELECT workorderid,
       (SELECT json_group_array(d.value ->> 'value') FROM json_each(body, '$.work_data') d) AS entered,
       (SELECT json_group_array(note) FROM work_event e WHERE e.entryid = work_log.entryid) AS notes
     FROM work_log`);

/** Returns pictures by their sizes, and titles of documents. */
export const mediaText = (s: ReplicaReader): unknown => [
  s.db
    .all(sql<StoredRow<'image', 'width' | 'height'>>`SELECT width, height FROM image WHERE srcid IS NULL`)
    .map(markOfPhoto),
  s.db.all(sql`SELECT body ->> 'title' AS title FROM document`),
];

/** Returns all content by people that is stored here, hidden or not. */
export const allText = (s: ReplicaReader): unknown => [
  s.guides.ids().map((id) => guideText(s, id)),
  s.db
    .all(sql<{ id: number }>`SELECT guideid AS id FROM translation`)
    .map(({ id }) => translationText(s, id)),
  s.wikis.ids().map((id) => wikiText(s, id)),
  tagText(s),
  s.db.all(sql`SELECT text_raw FROM comment WHERE status = 'public'`),
  workText(s),
  s.db.all(sql`SELECT body FROM step_form_field`),
  s.db.all(sql`SELECT term, translations FROM glossary_entry`),
  s.db.all(sql`SELECT location FROM account`),
  s.db.all(sql`SELECT name, description FROM team`),
  s.db.all(sql`SELECT body FROM release`),
  mediaText(s),
];
