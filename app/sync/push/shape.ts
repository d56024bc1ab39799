type Shape = 'guide' | 'step' | 'wiki' | 'comment' | 'entry' | 'form' | 'other';

/** What an operation answers with. */
export function shapeOf(route: string): Shape {
  const [method = '', path = ''] = route.split(' ');
  if (/^\/guides(\/\{guideid\}(\/(public|steporder|steps|tag))?)?$/.test(path))
    return method === 'DELETE' && path === '/guides/{guideid}' ? 'other' : 'guide';
  if (path === '/guides/{guideid}/steps/{stepid}') return method === 'DELETE' ? 'guide' : 'step';
  if (path === '/benchside/guides/{guideid}/revert') return 'guide';
  if (/^\/wikis(\/\{namespace\}\/\{title\}(\/(revert|tag))?|\/CATEGORY\/\{title\}\/parent)?$/.test(path))
    return method === 'DELETE' && path === '/wikis/{namespace}/{title}' ? 'other' : 'wiki';
  if (path.startsWith('/comments')) return method === 'DELETE' ? 'other' : 'comment';
  if (path.startsWith('/work_log')) return method === 'DELETE' ? 'other' : 'entry';
  return path === '/step_forms/{stepid}' ? 'form' : 'other';
}
