export const editTexts = {
  check: {
    required: 'This cannot be empty.',
    tooLong: (length: number, most: number) => `${length} characters; at most ${most} fit.`,
    manyTextLines: (lines: number, most: number) => `${lines} lines; at most ${most} fit.`,
    time: 'The shortest time is longer than the longest.',
    noLine: 'A step needs at least one line of text.',
    manyLines: (lines: number, most: number) => `${lines} lines; a step has at most ${most}.`,
    longLine: (line: number, length: number, most: number) =>
      `Line ${line} has ${length} characters; at most ${most} fit.`,
    longTitle: (length: number, most: number) => `The title has ${length} characters; at most ${most} fit.`,
  },
};
