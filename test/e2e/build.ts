import { buildAll } from '../../main/build.ts';
import { needsBuild } from '../../main/needs-build.ts';

/** These suites run what was built. */
export default async function setup(): Promise<void> {
  if (needsBuild()) await buildAll();
}
