import type { Endpoint } from './endpoint.ts';

export interface Routed {
  endpoint: Endpoint;
  /** Names of the path's parameters, reduced to word characters: `{imageid/guid}` is `imageid`. */
  names: string[];
}

/** Returns the endpoints by path and method, the most specific path first. */
export function groupByPath(endpoints: readonly Endpoint[]): Map<string, Map<string, Routed>> {
  const groups = new Map<string, Map<string, Routed>>();
  for (const endpoint of endpoints) {
    const [method = '', path = ''] = endpoint.route.split(' ');
    // Methods of one path may name its parameters differently: `{imageid/guid}` and `{imageids}`.
    const shape = path.replace(parameter, '{}');
    let methods = groups.get(shape);
    if (!methods) groups.set(shape, (methods = new Map()));
    const names = [...path.matchAll(parameter)].map(([, name = '']) => name.replace(/\W.*$/, ''));
    methods.set(method, { endpoint, names });
  }
  // A fixed word wins over a parameter: `/guides/featured` before `/guides/{guideid}`.
  const ranked = [...groups].map(([shape, methods]) => ({ shape, methods, rank: specificity(shape) }));
  // Compares code units: the first use of a collation takes as long as the rest of a start.
  ranked.sort((a, b) => b.rank - a.rank || (a.shape < b.shape ? -1 : 1));
  return new Map(ranked.map(({ shape, methods }) => [shape, methods]));
}

const specificity = (path: string): number =>
  path.split('/').reduce((sum, part, index) => sum + (part.startsWith('{') ? 0 : 1 / 2 ** index), 0);

const parameter = /\{([^}]+)\}/g;

/** Converts `/guides/{}` to `/guides/:p0`. */
export function honoPath(shape: string): string {
  let index = 0;
  return shape.replaceAll('{}', () => `:p${index++}`);
}
