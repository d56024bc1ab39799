import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconLock } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { limits, longestText } from '../../../shared/limits.ts';
import { api } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { useDraft } from '../../components/editing/use-draft.ts';
import { LoadingPage } from '../../components/loading.tsx';
import { Notice } from '../../components/notice.tsx';
import { useTitle } from '../../hooks/page.ts';
import { paths } from '../../location.ts';
import { navigate, useHashSearch } from '../../state/navigation.ts';
import { useGuideTypes } from '../../api/queries/site.ts';
import { templatesQuery } from '../../api/queries/flags.ts';
import { readWorkingGuide } from '../../api/queries/guides.ts';
import { userQuery } from '../../api/queries/users.ts';
import { texts } from '../../texts.ts';
import { duplicateGuide } from './duplicate-guide.ts';
import type { Beginning } from './new-guide.tsx';
import { NewGuide } from './new-guide.tsx';
import { editTexts } from './texts.ts';

export function NewGuideScreen(): ReactElement {
  const { data: user } = useQuery(userQuery);
  const title = (useHashSearch().get('title') ?? '').slice(0, longestText.guide.title);
  useTitle(editTexts.create.title);
  if (user === undefined) return <LoadingPage />;
  if (user) return <SignedIn key={title} title={title} />;
  return (
    <Notice
      alone
      icon={<IconLock size={40} />}
      title={editTexts.create.signIn}
      actions={
        <Button component={Link} href={paths.signIn}>
          {texts.actions.signIn}
        </Button>
      }
    />
  );
}

/** Each title that another screen suggests has a draft of its own. */
const draftKey = (title: string): string => `guide-new ${title}`.trim().slice(0, limits.draft.key.max);

function SignedIn({ title }: { title: string }): ReactElement {
  const { data: templates = [], isLoading } = useQuery(templatesQuery);
  const types = useGuideTypes();
  const category = useHashSearch().get('category') ?? '';
  const draft = useDraft<Beginning>(draftKey(title), {
    type: '',
    category,
    subject: '',
    title,
    template: 0,
  });
  const create = useMutation({
    mutationFn: async ({ template, ...fields }: Beginning): Promise<number> => {
      const chosen = templates.find(({ guideid }) => guideid === template);
      if (chosen) return duplicateGuide(await readWorkingGuide(chosen.guideid), fields);
      const { subject, title, ...needed } = fields;
      const body = { ...needed, public: false, ...(subject ? { subject } : {}), ...(title ? { title } : {}) };
      return (await api('POST /guides', { body })).guideid;
    },
    onSuccess: async (guideid) => {
      await draft.finish();
      navigate(paths.editGuide(guideid), { replace: true });
    },
  });
  if (!draft.value || isLoading) return <LoadingPage />;
  return (
    <NewGuide
      value={{ ...draft.value, type: offeredType(draft.value.type, types) }}
      types={types}
      templates={templates}
      foundAt={draft.foundAt}
      creating={create.isPending}
      problem={create.error ? errorMessage(create.error) : draft.problem}
      onChange={draft.set}
      onAccept={draft.accept}
      onDiscard={draft.discard}
      onCreate={(value) => create.mutate(value)}
    />
  );
}

/** Returns the chosen type, unless the hub no longer takes it. */
const offeredType = (chosen: string, types: readonly string[]): string =>
  [chosen, 'repair'].find((type) => types.includes(type)) ?? types[0] ?? chosen;
