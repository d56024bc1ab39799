/** Exit codes, the same for every command. */
export const exit = {
  clean: 0,
  failed: 1,
  needsPerson: 2,
  unreachable: 3,
  usage: 64,
} as const;
