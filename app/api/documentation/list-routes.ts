/**
 * Prints every route with the file that defines it.
 *
 *     npm run --silent routes               all
 *     npm run --silent routes -- work_log   those whose route or file contains the word
 */
import { endpointFiles } from './endpoint-files.ts';

/** Returns a line for each route whose route or file contains `word`: method, path, file. */
export async function routeList(word = ''): Promise<string[]> {
  const rows = (await endpointFiles())
    .map(({ route, file }) => ({ route, file: `app/api/${file}` }))
    .filter(({ route, file }) => `${route} ${file}`.includes(word));
  const width = Math.max(0, ...rows.map(({ route }) => route.length - route.indexOf(' ')));
  return rows.map(({ route, file }) => {
    const [method = '', path = ''] = route.split(' ');
    return `${method.padEnd(7)}${path.padEnd(width + 1)}${file}`;
  });
}

if (import.meta.main) {
  const lines = await routeList(process.argv[2]);
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));
}
