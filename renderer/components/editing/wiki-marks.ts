/** A text field's text and selection. */
export interface Selected {
  text: string;
  from: number;
  to: number;
}

/** Puts marks around the selection, or removes them. If nothing is selected, inserts the word `sample` and selects it. */
export function around({ text, from, to }: Selected, open: string, close: string, sample: string): Selected {
  const inside = text.slice(from, to);
  if (text.slice(from - open.length, from) === open && text.startsWith(close, to)) {
    const start = from - open.length;
    return {
      text: text.slice(0, start) + inside + text.slice(to + close.length),
      from: start,
      to: start + inside.length,
    };
  }
  const word = inside || sample;
  const start = from + open.length;
  return {
    text: text.slice(0, from) + open + word + close + text.slice(to),
    from: start,
    to: start + word.length,
  };
}

/** Puts a mark before each selected line, or removes it if all have it. */
export function atLines({ text, from, to }: Selected, mark: string): Selected {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const next = text.indexOf('\n', to);
  const end = next < 0 ? text.length : next;
  const lines = text.slice(start, end).split('\n');
  const all = lines.every((line) => line.startsWith(mark));
  const changed = lines.map((line) => (all ? line.slice(mark.length) : mark + line)).join('\n');
  return { text: text.slice(0, start) + changed + text.slice(end), from: start, to: start + changed.length };
}

/** Replaces the selection by a block on lines of its own. */
export function block({ text, from, to }: Selected, inserted: string): Selected {
  const before = from > 0 && text[from - 1] !== '\n' ? '\n' : '';
  const after = text[to] === '\n' || to === text.length ? '' : '\n';
  const start = from + before.length;
  return {
    text: text.slice(0, from) + before + inserted + after + text.slice(to),
    from: start,
    to: start + inserted.length,
  };
}
