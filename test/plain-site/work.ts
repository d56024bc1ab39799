import type { Form, FormField, Run } from './data.ts';
import { canSee, requireGuide } from './guides.ts';
import { bodyOf, forbidden, invalid, notFound, nothing, ok, page, required } from './http.ts';
import type { Answer, Ask, Operations } from './http.ts';
import { isAdmin, requireViewer } from './people.ts';

const fieldTypes = ['Text Input', 'Text Area', 'Numeric Input', 'Checkbox', 'Image', 'Radios', 'Select'];

function stepOwner({ data }: Ask, stepid: number) {
  const guide = [...data.guides.values()].find(({ steps }) => steps.some((step) => step.stepid === stepid));
  if (!guide || guide.deleted) throw notFound('Step');
  return guide;
}

/** Saves a form. Each save gives the form and all its fields new ids; `field_guid` stays. */
function saveForm(ask: Ask): Answer {
  requireViewer(ask);
  const { data } = ask;
  const stepid = Number(ask.params['stepid']);
  stepOwner(ask, stepid);
  const given = bodyOf(ask)['fields'];
  if (!Array.isArray(given)) throw invalid('fields', 'fields is required', 'missing_field');
  const before = data.forms.get(stepid);
  if (before) data.oldForms.push(before);
  data.forms.delete(stepid);
  if (given.length === 0) return ok(null);
  const form_revisionid = data.next('form');
  const form: Form = { form_revisionid, stepid, fields: given.map((field) => writtenField(ask, field)) };
  data.forms.set(stepid, form);
  return ok(form);
}

function writtenField({ data }: Ask, given: Record<string, unknown>): FormField {
  const field_type = required(given, 'field_type');
  if (!fieldTypes.includes(field_type)) throw invalid('field_type', 'is unknown');
  const { options = '', placeholder = '', textarea = '', required: mandatory = false, field_guid } = given;
  return {
    field_guid: typeof field_guid === 'string' ? field_guid : `field_${data.next('guid')}`,
    field_revisionid: data.next('field'),
    field_type,
    label: required(given, 'label'),
    required: mandatory === true,
    placeholder: typeof placeholder === 'boolean' ? String(Number(placeholder)) : String(placeholder),
    textarea: String(textarea),
    options: typeof options === 'string' ? options : JSON.stringify(options),
  };
}

const entryOf = (ask: Ask, run: Run): Record<string, unknown> => {
  const { data } = ask;
  const forms = [...data.oldForms, ...data.forms.values()];
  return {
    entryid: run.entryid,
    guideid: run.guideid,
    userid: run.userid,
    workorderid: run.workorderid,
    status: run.status,
    cancelled: run.status === 'cancelled' ? 1 : 0,
    starttime: run.starttime,
    endtime: run.endtime,
    duration: (run.endtime ?? data.now) - run.starttime,
    guide_revisionid: data.guides.get(run.guideid)?.revisionid ?? 0,
    max_form_revisionid: null,
    work_data: [...run.values].map(([field_revisionid, value]) => {
      const form = forms.find(({ fields }) =>
        fields.some((field) => field.field_revisionid === field_revisionid),
      );
      const field = form?.fields.find((one) => one.field_revisionid === field_revisionid);
      return { label: field?.label ?? '', value, field_revisionid, stepid: form?.stepid ?? null };
    }),
  };
};

function requireRun(ask: Ask): Run {
  const viewer = requireViewer(ask);
  const run = ask.data.runs.get(Number(ask.params['entryid']));
  if (!run) throw notFound('Work log entry');
  if (run.userid !== viewer.userid && !isAdmin(viewer) && run.status !== 'suspended')
    throw forbidden('This run is somebody else’s');
  return run;
}

/** Returns an operation that takes a run from one of these states to the next. */
const move =
  (from: Run['status'][], to: Run['status'], answer: (ask: Ask, run: Run) => unknown = entryOf) =>
  (ask: Ask): Answer => {
    const run = requireRun(ask);
    if (!from.includes(run.status)) throw invalid('status', `The run is ${run.status}`);
    run.status = to;
    if (to === 'complete' || to === 'cancelled') run.endtime = ask.data.now;
    return ok(answer(ask, run));
  };

function start(ask: Ask): Answer {
  const { userid } = requireViewer(ask);
  const { data } = ask;
  const { guideid, workorderid } = bodyOf(ask);
  const guide = data.guides.get(Number(guideid));
  if (!guide || !canSee(ask, guide)) throw notFound('Guide');
  if (workorderid === undefined) throw invalid('workorderid', 'workorderid is required', 'missing_field');
  const run: Run = {
    entryid: data.next('entry'),
    guideid: guide.guideid,
    userid,
    startedby: userid,
    workorderid: String(workorderid),
    status: 'started',
    starttime: data.now,
    endtime: null,
    values: new Map(),
  };
  data.runs.set(run.entryid, run);
  return ok(entryOf(ask, run), 201);
}

/** Answers 200 without a body, as live sites do. */
function enter(ask: Ask): Answer {
  const run = requireRun(ask);
  const { fields } = bodyOf(ask);
  if (typeof fields !== 'object' || fields === null)
    throw invalid('fields', 'fields is required', 'missing_field');
  for (const [id, value] of Object.entries(fields)) {
    if (value === null) run.values.delete(Number(id));
    else run.values.set(Number(id), typeof value === 'boolean' ? String(Number(value)) : String(value));
  }
  return { status: 200 };
}

const finished = (ask: Ask, run: Run): unknown => {
  const { endtime, max_form_revisionid, guide_revisionid } = entryOf(ask, run);
  return { endtime, max_form_revisionid, guide_revisionid };
};

const formWith = (ask: Ask, wanted: (form: Form) => boolean): Answer => {
  const form = [...ask.data.forms.values(), ...ask.data.oldForms].find(wanted);
  if (!form) throw notFound('Step form');
  return ok(form);
};

export const work: Operations = {
  'GET /step_forms/stepid/{stepid}': (ask) => {
    const stepid = Number(ask.params['stepid']);
    stepOwner(ask, stepid);
    return ok(ask.data.forms.get(stepid) ?? null);
  },
  'GET /step_forms/form_revisionid/{id}': (ask) =>
    formWith(ask, (form) => form.form_revisionid === Number(ask.params['id'])),
  'GET /step_forms/field_revisionid/{id}': (ask) =>
    formWith(ask, ({ fields }) =>
      fields.some((field) => field.field_revisionid === Number(ask.params['id'])),
    ),
  'GET /step_forms/guideid/{guideid}': (ask) => {
    const { steps } = requireGuide(ask);
    return ok(steps.flatMap(({ stepid }) => ask.data.forms.get(stepid) ?? []));
  },
  'POST /step_forms/{stepid}': saveForm,
  'GET /work_log': (ask) => {
    const viewer = requireViewer(ask);
    const asked = ['guideid', 'userid', 'workorderid'] as const;
    const runs = [...ask.data.runs.values()].filter((run) =>
      asked.every((name) => (ask.query.get(name) ?? String(run[name])) === String(run[name])),
    );
    return ok({
      results: page(
        ask,
        runs,
        (run) => isAdmin(viewer) || [run.userid, run.startedby].includes(viewer.userid),
      ).map((run) => entryOf(ask, run)),
    });
  },
  'POST /work_log': start,
  'GET /work_log/{entryid}': (ask) => ok(entryOf(ask, requireRun(ask))),
  'DELETE /work_log/{entryid}': (ask) => {
    ask.data.runs.delete(requireRun(ask).entryid);
    return nothing;
  },
  'POST /work_log/{entryid}/pause': move(['started'], 'paused'),
  'POST /work_log/{entryid}/resume': move(['paused'], 'started'),
  'POST /work_log/{entryid}/suspend': move(['started', 'paused'], 'suspended'),
  'POST /work_log/{entryid}/assume': move(['suspended'], 'started', (ask, run) => {
    run.userid = requireViewer(ask).userid;
    return entryOf(ask, run);
  }),
  'POST /work_log/{entryid}/finish': move(['started'], 'complete', finished),
  'POST /work_log/{entryid}/cancel': move(['started'], 'cancelled', finished),
  'PUT /work_log/{entryid}/stepData': enter,
  'GET /work_log/{guideid}/suspended': (ask) => {
    requireViewer(ask);
    const { guideid } = requireGuide(ask);
    const runs = [...ask.data.runs.values()].filter(
      (run) => run.guideid === guideid && run.status === 'suspended',
    );
    return ok({ results: page(ask, runs).map((run) => entryOf(ask, run)) });
  },
};
