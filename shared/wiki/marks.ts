import { markNames } from './tree.ts';
import type { Inline, Mark } from './tree.ts';

/** Returns the marks without duplicates, in the order of `markNames`. */
export function sortMarks(marks: readonly Mark[]): readonly Mark[] {
  if (marks.length < 2) return marks;
  return markNames.flatMap((name) => marks.find((mark) => mark.type === name) ?? []);
}

export function sameMark(a: Mark, b: Mark): boolean {
  if (a.type !== 'link' || b.type !== 'link') return a.type === b.type;
  return (
    a.attrs.href === b.attrs.href && a.attrs.target === b.attrs.target && a.attrs.title === b.attrs.title
  );
}

function sameMarks(a: readonly Mark[] = [], b: readonly Mark[] = []): boolean {
  return a.length === b.length && a.every((mark, i) => mark.type === b[i]?.type && sameMark(mark, b[i]));
}

/** Returns the node with more marks. */
export function addMarks(node: Inline, marks: readonly Mark[]): Inline {
  return marks.length === 0 ? node : { ...node, marks: sortMarks([...(node.marks ?? []), ...marks]) };
}

/** Joins neighbouring texts with equal marks, so that equal texts have equal trees. */
export function joinTexts(nodes: readonly Inline[]): Inline[] {
  const joined: Inline[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.type === 'text' && last?.type === 'text' && sameMarks(last.marks, node.marks)) {
      joined[joined.length - 1] = { ...last, text: last.text + node.text };
    } else if (node.type !== 'text' || node.text !== '') {
      joined.push(node);
    }
  }
  return joined;
}

/** Returns, for each mark of each node, over how many nodes it continues from there. */
export function markReach(marks: readonly (readonly Mark[])[]): readonly (readonly number[])[] {
  const reach: number[][] = marks.map(() => []);
  for (let i = marks.length - 1; i >= 0; i -= 1) {
    const next = marks[i + 1] ?? [];
    reach[i] = (marks[i] ?? []).map((mark) => {
      const same = next.findIndex((other) => sameMark(mark, other));
      return 1 + (reach[i + 1]?.[same] ?? 0);
    });
  }
  return reach;
}
