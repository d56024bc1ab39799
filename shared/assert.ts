/** Throws if an assumption about our own code is false. Not for checking input. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant: ${message}`);
}

/** The default case of a switch over a union: the switch then fails to compile until it handles every member. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}
