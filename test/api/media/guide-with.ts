import { blankGuide } from '../../../app/store/guides/document.ts';
import type { GuideDocument } from '../../../app/store/guides/document.ts';
import type { TestCore } from '../../helpers/core.ts';
import type { TestPerson } from '../../helpers/people.ts';

/** Stores a guide of a person, or its next revision. Returns its guideid. */
export const guideWith = (
  { ctx: { store } }: TestCore,
  { userid }: TestPerson,
  fields: Partial<GuideDocument['body']> & Pick<Partial<GuideDocument>, 'steps'>,
  guideid?: number,
): number =>
  store.transact(null, (s) => {
    const { steps = [], ...body } = fields;
    const id = guideid ?? s.meta.nextId('guide');
    const given = { guideid: id, langid: 'en', type: 'repair', category: 'Pump', title: 'Lid', public: true };
    const revisionid = s.meta.nextId('revision');
    const document = {
      userid,
      prerequisites: [],
      steps,
      body: blankGuide({ ...given, revisionid, ...body }),
    };
    s.guides.put(document, { keepRevision: true });
    return id;
  });
