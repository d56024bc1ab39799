import { z } from 'zod';

import { guide } from '../../../shared/model/guide.ts';
import { langid } from '../../../shared/model/langid.ts';
import { machineTranslated } from '../../translate/guide.ts';
import type { GuideRow } from '../../store/guides/reader.ts';
import type { ReplicaReader } from '../../replica/replica.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { flagQuery, formatQuery, idParam, revisionidQuery } from '../fields.ts';
import { guideXml } from './guide-xml.ts';

export const getGuide = defineEndpoint({
  route: 'GET /guides/{guideid}',
  summary:
    'One guide with its steps, those of its prerequisites first; also in a translation by people or by machine',
  auth: 'public',
  params: z.object({ guideid: idParam }),
  query: z.object({
    excludePrerequisiteSteps: flagQuery,
    unpatrolled: flagQuery,
    ...revisionidQuery.partial().shape,
    type: formatQuery,
    langid: z.string().optional(),
    machineTranslateLangid: langid.optional(),
  }),
  response: guide,
  errors: ['not-found', 'forbidden', 'invalid', 'unavailable'],
  rate: { name: 'translations', when: ({ machineTranslateLangid }) => machineTranslateLangid !== undefined },
  // Machine translation depends on more than the store.
  pure: (query) => query.machineTranslateLangid === undefined,
  example: { params: { guideid: '1' } },
  handler: async ({ params, query, actor, ctx, addresses, saw, read }) => {
    const written = read((s) => versionOf(s, s.guides.requireVisible(params.guideid), query));
    const { machineTranslateLangid: target } = query;
    const text = target === undefined ? written : await machineTranslated(ctx, actor, written, target);
    saw('GUIDE', params.guideid);
    return query.type === 'XML' ? guideXml(text, addresses) : new JsonText(text);
  },
});

interface Asked {
  revisionid?: number | undefined;
  langid?: string | undefined;
  unpatrolled: boolean;
  excludePrerequisiteSteps: boolean;
}

/** Returns an old version by its revisionid, the draft for those who may edit it, or else what readers see; in the requested language. */
function versionOf(s: ReplicaReader, row: GuideRow, asked: Asked): string {
  const { revisionid, langid = row.langid, unpatrolled, excludePrerequisiteSteps } = asked;
  const options = { prerequisiteSteps: !excludePrerequisiteSteps };
  const answer = unpatrolled ? s.guides.newestAnswer(row, options) : s.guides.answer(row, options);
  if (revisionid === undefined) return s.translations.compose(row, answer, langid);
  const translated = s.translations.composeRevision(row.guideid, answer, langid, revisionid);
  return translated ?? s.guides.revisionAnswer(row, revisionid, options);
}
