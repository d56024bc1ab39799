import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The built renderer beside this program, when there is one: beside the bundle, or where the source builds it. */
export function rendererFolder(): string | undefined {
  const built = import.meta.url.endsWith('.ts') ? '../dist/renderer' : '../renderer';
  const folder = join(import.meta.dirname, built);
  return existsSync(join(folder, 'index.html')) ? folder : undefined;
}
