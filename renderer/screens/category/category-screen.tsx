import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { LoadingPage } from '../../components/loading.tsx';
import { FailedNotice } from '../../components/notice.tsx';
import { useTitle } from '../../hooks/page.ts';
import { categoryQuery } from '../../api/queries/categories.ts';
import { CategoryActions } from './category-actions.tsx';
import { CategoryView } from './category.tsx';

export function CategoryScreen({ title }: { title: string }): ReactElement {
  const page = useQuery(categoryQuery(title));
  useTitle(page.data?.display_title ?? title);
  if (page.data)
    return <CategoryView key={title} page={page.data} actions={<CategoryActions page={page.data} />} />;
  if (page.error) return <FailedNotice error={page.error} retry={() => void page.refetch()} />;
  return <LoadingPage />;
}
