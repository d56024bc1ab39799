import { buildAll, needsBuild } from '../../main/build.ts';

/** These suites run what was built. */
export default async function setup(): Promise<void> {
  if (needsBuild()) await buildAll();
}
