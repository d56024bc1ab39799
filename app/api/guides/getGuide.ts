import { z } from 'zod';

import { guide } from '../../../shared/model/guide.ts';
import { machineTranslated } from '../../translate/guide.ts';
import type { GuideRow } from '../../store/guides/reader.ts';
import type { StoreReader } from '../../store/store.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { flagQuery, idParam, langid, revisionidQuery } from '../fields.ts';
import { guideXml } from './guide-xml.ts';

export const getGuide = defineEndpoint({
  route: 'GET /guides/{guideid}',
  summary: 'One guide with its steps; those of its prerequisites come first',
  auth: 'public',
  params: z.object({ guideid: idParam }),
  query: z.object({
    excludePrerequisiteSteps: flagQuery,
    unpatrolled: flagQuery,
    ...revisionidQuery.partial().shape,
    type: z.string().default('JSON'),
    langid: z.string().optional(),
    machineTranslateLangid: langid.optional(),
  }),
  response: guide,
  errors: ['not-found', 'forbidden', 'unavailable'],
  // A translation machine is nothing of the store's.
  pure: (query) => query.machineTranslateLangid === undefined,
  example: { params: { guideid: '1' } },
  handler: async ({ params, query, actor, ctx, addresses, saw }) => {
    const written = ctx.store.read(actor, (s) => {
      const row = s.guides.requireVisible(params.guideid);
      const answer = versionOf(s, row, query);
      return query.langid === undefined ? answer : s.translations.compose(row, answer, query.langid);
    });
    const { machineTranslateLangid: target } = query;
    const text = target === undefined ? written : await machineTranslated(ctx, written, target);
    saw('GUIDE', params.guideid);
    return query.type.toUpperCase() === 'XML' ? guideXml(text, addresses) : new JsonText(text);
  },
});

/** An old version by its number, the draft for those who may edit it, or what readers see. */
function versionOf(
  s: StoreReader,
  row: GuideRow,
  {
    revisionid,
    unpatrolled,
    excludePrerequisiteSteps,
  }: { revisionid?: number | undefined; unpatrolled: boolean; excludePrerequisiteSteps: boolean },
): string {
  const options = { prerequisiteSteps: !excludePrerequisiteSteps };
  if (revisionid !== undefined) return s.guides.revisionAnswer(row, revisionid, options);
  return unpatrolled && s.guides.mayEdit(row)
    ? s.guides.draftAnswer(row, options)
    : s.guides.answer(row, options);
}
