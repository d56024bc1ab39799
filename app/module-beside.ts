/**
 * Returns the address of a program that a thread or process of its own runs. It is beside the calling module in source, and
 * beside the bundle when built; the build finds such programs by their names.
 *
 * @param caller `import.meta.url` of the calling module
 * @param name of the program's file, without its ending
 */
export const moduleBeside = (caller: string, name: `${string}-${'process' | 'worker'}`): URL =>
  new URL(`./${name}.${caller.endsWith('.ts') ? 'ts' : 'js'}`, caller);
