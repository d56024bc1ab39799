import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the folder of the built renderer: beside the bundle, or where the source builds it; undefined if there is none. */
export function rendererFolder(): string | undefined {
  const built = import.meta.url.endsWith('.ts') ? '../../dist/renderer' : '../renderer';
  const folder = join(import.meta.dirname, built);
  return existsSync(join(folder, 'index.html')) ? folder : undefined;
}
