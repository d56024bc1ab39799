import { guide } from '../../../shared/model/guide.ts';
import { defineEndpoint, JsonText } from '../endpoint.ts';
import { guideInput } from '../../../shared/model/guide-input.ts';
import { checkType } from './guide-type.ts';

export const createGuide = defineEndpoint({
  route: 'POST /guides',
  summary: 'Create a guide; it starts private unless `public` is true',
  auth: 'user',
  body: guideInput.required({ category: true, type: true }),
  response: guide,
  status: 201,
  example: {
    body: { category: 'Pump', type: 'repair', title: 'Replace the shaft seal', difficulty: 'Easy' },
  },
  handler: ({ body, ctx, write }) => {
    checkType(body.type, ctx);
    return write((s) => {
      const guideid = s.guides.create({ ...body, type: body.type ?? '', category: body.category ?? '' });
      return new JsonText(s.guides.written(guideid, { prerequisiteSteps: true }));
    });
  },
});
