// First, so that our components' styles override Mantine's.
import './styles/index.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';

import { invariant } from '../shared/assert.ts';
import { chooseLanguage } from './choose-language.ts';

const root = document.querySelector('#root');
invariant(root, 'index.html has a #root');
await chooseLanguage();
const [{ App }, { createQueryClient }, { startNavigation }] = await Promise.all([
  import('./app.tsx'),
  import('./api/query-client.ts'),
  import('./state/navigation.ts'),
]);
startNavigation();
createRoot(root).render(
  <QueryClientProvider client={createQueryClient()}>
    <App />
  </QueryClientProvider>,
);
