import type { RemoteForm } from '../forms/forms.ts';
import { mayReadGuide } from '../policy/guides.ts';
import { sql } from '../sql.ts';
import { isInTrash } from './resource.ts';
import type { SimpleResource } from './resource.ts';

export const formResource: SimpleResource<RemoteForm> = {
  text: (s, stepid) => s.forms.answer(stepid),
  tellsAnonymousGone(s, stepid) {
    const owner = s.guides.stepOwner(stepid);
    const guide = owner && s.guides.row(owner.guideid);
    return guide === undefined || mayReadGuide(s, guide);
  },
  numberedBy: { step: 1 },
  put: (s, stepid, told) => s.forms.putRemote({ ...told, stepid }),
  forget: (s, stepid) => s.forms.forget(stepid),
  waitsForGuide: (s, stepid) => isInTrash(s, s.guides.stepOwner(stepid)?.guideid ?? 0),
  here: sql`SELECT stepid AS id FROM step_form WHERE current = 1`,
};
