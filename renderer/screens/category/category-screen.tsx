import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { LoadingPage } from '../../components/loading.tsx';
import { FailedNotice } from '../../components/notice.tsx';
import { useTitle } from '../../hooks/page.ts';
import { categoryQuery } from '../../api/queries/categories.ts';
import { CategoryActions } from './category-actions.tsx';
import { CategoryView } from './category.tsx';

interface CategoryScreenProps {
  title: string;
  langid?: string | undefined;
}

export function CategoryScreen({ title, langid }: CategoryScreenProps): ReactElement {
  const page = useQuery({
    ...categoryQuery(title, langid),
    // The page in the language before stays until the other is here.
    placeholderData: (previous) => (previous?.title === title ? previous : undefined),
  });
  useTitle(page.data?.display_title ?? title);
  if (page.data)
    return <CategoryView key={title} page={page.data} actions={<CategoryActions page={page.data} />} />;
  if (page.error) return <FailedNotice error={page.error} retry={() => void page.refetch()} />;
  return <LoadingPage />;
}
