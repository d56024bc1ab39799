import { limits, longestText } from '../../../shared/limits.ts';
import type { Guide, Step } from '../../../shared/model/guide.ts';
import { api } from '../../api/client.ts';
import { formOf } from '../../api/queries/step-forms.ts';
import type { Call } from '../../api/types.ts';
import { fieldOf, fields, isField } from '../../features/edit/guide-fields.ts';
import { copyOfStep, stepValue, toWrite } from '../../features/edit/step-value.ts';

type OwnFields = Partial<Pick<Guide, 'type' | 'category' | 'subject' | 'title'>>;

/**
 * Creates a private guide with the fields, steps, pictures and forms of another; its flags, tags, comments and releases
 * stay with the other. What was copied before an error stays.
 *
 * @param guide without the steps of its prerequisites
 * @param own fields in which the copy differs; an empty title is made by the site
 * @returns the guideid
 */
export async function duplicateGuide(guide: Guide, own: OwnFields): Promise<number> {
  const copied = Object.keys(fields)
    .filter(isField)
    .filter((name) => name !== 'flags')
    .reduce<Call<'PATCH /guides/{guideid}'>['body']>(
      (body, name) => ({ ...body, ...fieldOf(name).write(fieldOf(name).read(guide)) }),
      {},
    );
  const { type, category, title } = { ...guide, ...own };
  const { guideid } = await api('POST /guides', {
    body: {
      ...copied,
      ...own,
      type,
      category,
      title: title.slice(0, longestText.guide.title),
      public: false,
    },
  });
  // One after the other: each is placed after those before it.
  for (const [index, step] of guide.steps.entries()) await copyStep(guideid, step, index + 1);
  return guideid;
}

async function copyStep(guideid: number, step: Step, orderby: number): Promise<void> {
  const { media, lines, ...words } = toWrite(copyOfStep(stepValue(step)));
  const made = await api('POST /guides/{guideid}/steps', {
    params: { guideid },
    body: {
      ...words,
      // A step of other programs may have pictures alone; a new one needs a line.
      lines:
        lines.length > 0 ? lines.slice(0, limits.step.lines.max) : [{ text: '–', bullet: 'black', level: 0 }],
      orderby,
      ...(media.data === 0 ? {} : { media }),
    },
  });
  const form = await formOf(step.stepid);
  const copy = made.steps.find((one) => one.guideid === made.guideid && one.orderby === orderby);
  if (form && form.fields.length > 0 && copy)
    await api('POST /step_forms/{stepid}', {
      params: { stepid: copy.stepid },
      body: { fields: form.fields },
    });
}
