import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconLock } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { Namespace } from '../../../shared/model/wiki.ts';
import { api } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { Suggest } from '../../components/editing/suggest.tsx';
import { findCategories } from '../../components/editing/suggestions.ts';
import { TextField } from '../../components/editing/text-field.tsx';
import { useDraft } from '../../components/editing/use-draft.ts';
import { LoadingPage } from '../../components/loading.tsx';
import { Notice } from '../../components/notice.tsx';
import { useTitle } from '../../hooks/page.ts';
import { paths } from '../../location.ts';
import { navigate } from '../../state/navigation.ts';
import { userQuery } from '../../api/queries/users.ts';
import { texts } from '../../texts.ts';
import { NewDocumentForm } from '../../features/edit/new-document-form.tsx';
import { editWikiTexts } from './texts.ts';

interface Beginning {
  title: string;
  parent: string;
}

export function NewWikiScreen({ namespace, title }: { namespace: Namespace; title: string }): ReactElement {
  const words = editWikiTexts.create;
  const heading = words.title[namespace] ?? words.page;
  const { data: user } = useQuery(userQuery);
  const draft = useDraft<Beginning>(`wiki-new-${namespace}-${title}`, { title, parent: '' });
  const create = useMutation({
    mutationFn: (body: Beginning) =>
      api('POST /wikis', {
        body: {
          namespace,
          title: body.title.trim(),
          contents: '',
          ...(body.parent === '' ? {} : { parent: body.parent }),
        },
      }),
    onSuccess: async (wiki) => {
      await draft.finish();
      navigate(paths.editWiki(wiki.namespace, wiki.title), { replace: true });
    },
  });
  useTitle(heading);
  const { value } = draft;
  if (user === undefined || !value) return <LoadingPage />;
  if (user === null)
    return (
      <Notice
        alone
        icon={<IconLock size={40} />}
        title={texts.errors.signInTitle}
        actions={
          <Button component={Link} href={paths.signIn}>
            {texts.actions.signIn}
          </Button>
        }
      />
    );
  const problem = create.error ? errorMessage(create.error) : draft.problem;
  const isNamed = value.title.trim() !== '';
  return (
    <NewDocumentForm
      heading={<h1>{heading}</h1>}
      draft={draft}
      problem={problem && `${words.failed} ${problem}`}
      start={words.start}
      disabled={create.isPending || !isNamed}
      onStart={() => {
        if (isNamed) create.mutate(value);
      }}
    >
      <TextField
        label={words.name}
        hint={words.nameHint}
        value={value.title}
        onChange={(next) => draft.set({ ...value, title: next })}
      />
      {namespace === 'CATEGORY' ? (
        <Suggest
          label={editWikiTexts.fields.parent}
          hint={editWikiTexts.fields.parent_hint}
          placeholder={editWikiTexts.fields.parent_find}
          kind="category"
          value={value.parent}
          onText={(parent) => draft.set({ ...value, parent })}
          find={findCategories}
          onChoose={(found) => draft.set({ ...value, parent: found.title })}
        />
      ) : null}
    </NewDocumentForm>
  );
}
