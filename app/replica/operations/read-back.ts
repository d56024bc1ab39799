import { isDeletable, isGuide, isTags } from './answers.ts';
import type { Question } from './question.ts';

/** The result of reading the edit back: if the site shows it, and the answer to store. */
export interface ReadBack {
  shown: boolean;
  answer: unknown;
}

/** Reads a mark of the guide that an edit sets or removes. */
export const readMark =
  (field: 'favorited' | 'completed', wanted: boolean) =>
  async (question: Question, answer: unknown): Promise<ReadBack> => {
    const { guideid } = question.sent.params;
    const guide = await question.ask(`/guides/${guideid}?excludePrerequisiteSteps`, isGuide);
    // A hidden guide proves nothing, and sites may leave the field out.
    return { shown: (guide?.[field] ?? wanted) === wanted, answer };
  };

/** Reads the tags of the guide that an edit adds a tag to or removes one from. */
export const readTag =
  (wanted: boolean) =>
  async (question: Question, answer: unknown): Promise<ReadBack> => {
    const { params, body } = question.sent;
    const tags = await question.ask(`/guides/${params['guideid']}/tags`, isTags);
    const { tag } = body as { tag: string };
    const isThere = tags?.some((name) => name.toLowerCase() === tag.trim().toLowerCase());
    return { shown: (isThere ?? wanted) === wanted, answer };
  };

/** Checks that the site no longer shows the resource that an edit deletes. */
export async function isGone(question: Question, answer: unknown): Promise<ReadBack> {
  const path = question.sent.route
    .slice('DELETE '.length)
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(question.sent.params[name] ?? ''));
  const there = await question.ask(path, isDeletable);
  return { shown: there === undefined || there.status === 'deleted', answer };
}
