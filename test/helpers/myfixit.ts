import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** Returns a guide in the format of the MyFixit data set, with a step for each given text or object. */
export function myfixit(
  guideid: number,
  fields: Record<string, unknown> = {},
  steps = 3,
): Record<string, unknown> {
  return {
    Title: `Pump ${guideid} Seal Replacement`,
    Ancestors: ['Pumps', 'Household', 'Root'],
    Guidid: guideid,
    Category: `Pump ${guideid % 7}`,
    Subject: 'Seal',
    Toolbox: [{ Name: 'Spudger', Url: 'https://example.org/spudger', Thumbnail: null }],
    Url: `https://example.org/Guide/Pump/${guideid}`,
    Steps: Array.from({ length: steps }, (_, index) => ({
      Order: index,
      StepId: guideid * 1000 + index,
      Text_raw: `Loosen the ${index + 1}. screw (T${guideid}). Lift the cover with care. Keep “all” parts, e.g. springs.`,
      Lines: [
        { Text: `loosen the ${index + 1} . screw ( t${guideid} ) .` },
        { Text: 'lift the cover with care .' },
        { Text: 'keep all parts , e.g. springs .' },
      ],
      Images: [`https://example.org/igi/${pictureName(guideid * 1000 + index)}.medium`],
    })),
    ...fields,
  };
}

export const pictureName = (number: number): string => `Picture${String(number).padStart(9, '0')}`;

/** Writes lines of text, or objects as JSON; compressed if the file name says so. */
export function writeLines(file: string, lines: readonly (string | object)[]): string {
  const text = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
  writeFileSync(file, file.endsWith('.gz') ? gzipSync(text) : text);
  return file;
}
