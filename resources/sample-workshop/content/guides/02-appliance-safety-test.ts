import { step } from '../define.ts';
import type { GuideSource } from '../define.ts';

export const guide: GuideSource = {
  guideid: 2,
  type: 'technique',
  category: 'Electrical measuring',
  subject: 'Safety test',
  title: 'Appliance Safety Test after Repair',
  summary: 'The five checks every mains appliance passes before it leaves the bench, with a form for the readings.',
  difficulty: 'Moderate',
  minutes: [10, 20],
  author: 3,
  created: '2025-01-21',
  modified: '2026-09-02',
  cover: 'pat-cover',
  flags: ['GUIDE_STARRED'],
  tools: [['Appliance tester'], ['Multimeter', 1, 'for the cord, if the tester has no clamp'], ['Screwdriver set']],
  parts: [['Test label', 1, 'with month and year']],
  tags: ['safety', 'measuring', 'mains', 'inspection'],
  introduction: `Nothing with a mains plug goes back to its owner untested. The test takes ten minutes and answers three questions:

# Is it whole to look at?
# Is the protective earth good, where there is one?
# Is the insulation good?

The limits below are for '''protection class I''' (metal housing, earthed plug). For '''class II''' (double square on the rating plate) skip step 2 and ask for 2 MΩ in step 3. Where your country sets other limits, those count.

Start work with this guide, and the form in step 5 stores the readings with the work order.`,
  conclusion: `A failed appliance gets a red tag and does not get a plug. Tell the owner what failed and by how much: numbers convince where warnings do not.`,
  steps: [
    step(
      'Look at plug, cord and entry',
      'pat-visual',
      `
red: Plug: no cracks, no scorch marks, earth contacts springy and bright.
orange: Cord: bend every hand’s breadth over your finger. A nick that shows colour is a fail, tape is not a repair.
yellow: Housing: no part missing, no opening that takes a test finger of 12 mm. Work the switch with the plug out: it must click over cleanly.
note: Two appliances in three that fail, fail here. Take your time.`,
    ),
    step(
      'Measure the protective earth',
      'pat-earth',
      `
red: Earth clamp of the tester on the earth contact of the plug.
orange: Probe on bare metal of the housing: a screw head, not paint.
Limit: 0.3 Ω for a cord of up to 5 m, and 0.1 Ω more for every further 7.5 m. A good kettle shows 0.05 to 0.10 Ω.
Move the cord at both ends while measuring. A jumping value means a broken strand at the entry.
caution: Measure every metal part that a hand can reach: feet, lid, screws of the handle.`,
    ),
    step(
      'Measure the insulation',
      'pat-insulation',
      `
red: Switch on, otherwise you only test the cord.
orange: 500 V direct voltage, line and neutral together against earth. Limit 1 MΩ for class I, 0.3 MΩ where there are heating elements.
A damp heating element reads low. Dry the appliance for an hour at 60 °C and measure again before you condemn it.
caution: Do not do this on appliances with electronics that its maker excludes. Measure leakage current instead, limit 3.5 mA.`,
    ),
    step(
      'Let it run',
      'pat-function',
      `
green: Run it on a socket with a residual-current device for as long as one normal use takes.
Note current or power and compare with the rating plate: up to 10 % over is fine.
Listen, smell, feel: no hum from the switch, no smell of hot dust after the second minute, no heat at the plug.`,
    ),
    step(
      'Record and label',
      'pat-label',
      `
Fill in the form of this step. The tester’s print-out goes to the work order.
red: Label at the plug, not at the housing: that is where the next person looks.
reminder: Twelve months for workshop and kitchen appliances, six for building sites.`,
      [
        { field_guid: 'field_asset_number', field_type: 'Text Input', label: 'Inventory number', required: true, placeholder: 'e.g. KT-0418' },
        { field_guid: 'field_protection_class', field_type: 'Radios', label: 'Protection class', required: true, options: ['I', 'II', 'III'] },
        {
          field_guid: 'field_earth_resistance',
          field_type: 'Numeric Input',
          label: 'Protective earth',
          required: false,
          placeholder: '0.08',
          options: { limit_decimals: true, decimals: 2, limit_min: true, min: 0, limit_max: true, max: 20 },
          benchside: { highest: 0.3, unit: 'Ω', notApplicable: true, obligatory: true },
        },
        {
          field_guid: 'field_insulation',
          field_type: 'Select',
          label: 'Insulation resistance',
          required: true,
          options: ['above 20 MΩ', '2 to 20 MΩ', '1 to 2 MΩ', 'below 1 MΩ: failed'],
        },
        { field_guid: 'field_visual_ok', field_type: 'Checkbox', label: 'Plug, cord and housing without damage', required: false },
        { field_guid: 'field_label_photo', field_type: 'Image', label: 'Picture of the label on the plug', required: false },
        {
          field_guid: 'field_remarks',
          field_type: 'Text Area',
          label: 'Remarks',
          required: false,
          textarea: 'What was repaired, what the owner should know',
        },
        { field_guid: 'field_next_test', field_type: 'Text Input', label: 'Next test', required: false, benchside: { date: true } },
        { field_guid: 'field_signature', field_type: 'Image', label: 'Signature of the tester', required: false, benchside: { signature: true } },
      ],
    ),
  ],
};
