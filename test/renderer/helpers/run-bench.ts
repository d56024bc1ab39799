import type { Browser } from 'playwright';

import type { StepForm } from '../../../shared/model/step-form.ts';
import type { WorkLogEntry } from '../../../shared/model/work-log.ts';
import type { BuiltPage } from './built-page.ts';
import { workBench } from './work-bench.ts';
import type { WorkBench } from './work-bench.ts';

/** A hub with a guide whose second step has a form, and its page. */
export interface RunBench extends WorkBench {
  form: StepForm;
  place(): string;
  /** Returns the newest run from the API. */
  run(): Promise<WorkLogEntry>;
}

const fields = [
  { label: 'Serial number', field_type: 'Text Input', required: true },
  { label: 'Remarks', field_type: 'Text Area' },
  {
    label: 'Voltage',
    field_type: 'Numeric Input',
    required: true,
    options: { min: 10, max: 20, decimals: 1 },
  },
  { label: 'Looks good', field_type: 'Checkbox', placeholder: '1' },
  { label: 'Class', field_type: 'Radios', options: ['I', 'II'] },
  { label: 'Result', field_type: 'Select', options: ['passed', 'failed'] },
  { label: 'Label', field_type: 'Image' },
];

/** Returns how a test opens a bench of its own. */
export const runBenches =
  (built: BuiltPage) =>
  async (browser: Browser = built.browser, locale = 'en-GB'): Promise<RunBench> => {
    const made = await workBench(built, { browser, locale, who: 'owner' });
    const { world, page } = made;
    const form = await world.form(world.steps[1], fields);
    return Object.assign(made, {
      form,
      place: () => new URL(page.url()).hash.slice(1),
      run: async (): Promise<WorkLogEntry> => {
        const { results } = await world.json<{ results: WorkLogEntry[] }>(
          'admin',
          'GET /work_log?order=DESC&limit=1',
        );
        return world.json('admin', `GET /work_log/${results[0]?.entryid ?? 0}`);
      },
    });
  };
