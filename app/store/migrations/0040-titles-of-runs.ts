/** A run keeps the title that its guide had when it began; those of earlier versions take the one it has now, as they showed it. */
export const titlesOfRuns = `
UPDATE work_log
  SET body = json_set(body, iif(body ->> '$.site' IS NULL, '$.title', '$.site.title'), guide.title)
  FROM guide
  WHERE guide.guideid = work_log.guideid AND (guide.deleted = 0 OR body ->> '$.site' IS NULL);
`;
