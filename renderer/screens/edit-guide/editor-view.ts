import type { Draft } from '../../../shared/model/draft.ts';
import type { Unit } from '../../features/edit/editor-types.ts';
import type { Access } from './access.ts';
import type { RailStep } from './rail.tsx';
import type { GuideEditor } from './step-actions.ts';
import { shownSteps } from './step-actions.ts';
import { guideFieldTexts } from '../../features/edit/guide-texts.ts';
import { editTexts } from './texts.ts';

export const railSteps = (access: Access, keys: readonly string[]): RailStep[] =>
  keys.map((key) => {
    const step = access.step(key);
    const conflict = access.conflict(['step', key]);
    return {
      key,
      title: step?.title ?? '',
      begins: step?.lines.find(({ text }) => text !== '')?.text ?? '',
      image: step?.images[0] ?? null,
      attention: conflict ? 'conflict' : access.problem(['step', key]) ? 'problem' : null,
    };
  });

export function unitName(editor: GuideEditor, [kind, key = '']: Unit): string {
  if (kind !== 'step') return guideFieldTexts.fields[kind as 'title'];
  const position = shownSteps(editor).indexOf(key) + 1;
  return position > 0 ? editTexts.rail.untitled(position) : guideFieldTexts.fields.step;
}

/** Returns the names of the units that a draft changed, without duplicates. */
export function draftNames(editor: GuideEditor, { body }: Draft): string[] {
  if (!editor.state) return [];
  const units = Array.isArray(body['units']) ? (body['units'] as { kind: string; key?: string }[]) : [];
  const names = units.map(({ kind, key }) => unitName(editor, key === undefined ? [kind] : [kind, key]));
  return [...new Set(names)];
}
