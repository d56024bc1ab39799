import type { Plan } from './plan.ts';

/** Method and path of a planned request, as in `PATCH`, `/guides/7?revisionid=12`. */
export function requestOf({ route, params, query }: Plan & { kind: 'send' }): {
  method: string;
  path: string;
} {
  const [method = '', template = ''] = route.split(' ');
  const path = template.replace(/\{([^}]+)\}/g, (_whole, name: string) =>
    encodeURIComponent(params[name.replace(/\W.*$/, '')] ?? ''),
  );
  const search = new URLSearchParams(query).toString();
  return { method, path: search === '' ? path : `${path}?${search}` };
}
