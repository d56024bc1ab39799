/** Writes the list of software in a package: `node resources/release/sbom.ts FILE`, as CycloneDX in JSON. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { z } from 'zod';

import { shippedPackages } from './shipped-packages.ts';

const root = join(import.meta.dirname, '../..');

const componentSchema = z.looseObject({ 'bom-ref': z.string(), name: z.string(), version: z.string() });
export const sbomSchema = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.string(),
  metadata: z.looseObject({ component: componentSchema }),
  components: z.array(componentSchema),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).optional() })),
});
export type Sbom = z.infer<typeof sbomSchema>;

/** Returns npm's own list, without the packages that only build and test. */
export function makeSbom(): Sbom {
  const printed = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  const whole = sbomSchema.parse(JSON.parse(printed));
  const shipped = new Set(shippedPackages().map(({ name, version }) => `${name}@${version}`));
  const { component } = whole.metadata;
  const own = component['bom-ref'];
  return {
    ...whole,
    // npm names a program after its folder, and Electron a tool of development: here it is shipped.
    metadata: {
      ...whole.metadata,
      component: { ...component, type: 'application', name: own.slice(0, own.lastIndexOf('@')) },
    },
    components: whole.components
      .filter((one) => shipped.has(one['bom-ref']))
      .map((one) => (one.name === 'electron' ? { ...one, scope: 'required', properties: [] } : one)),
    dependencies: whole.dependencies
      .filter(({ ref }) => ref === own || shipped.has(ref))
      .map((one) => ({ ...one, dependsOn: one.dependsOn?.filter((ref) => shipped.has(ref)) ?? [] })),
  };
}

if (import.meta.main) {
  const [file = 'benchside.cdx.json'] = process.argv.slice(2);
  writeFileSync(resolve(file), `${JSON.stringify(makeSbom(), null, 2)}\n`);
}
