import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { IconLanguageOff } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { Namespace, WikiDocument } from '../../../shared/model/wiki.ts';
import { api } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { originalPageQuery } from '../../api/queries/wikis.ts';
import { TextField } from '../../components/editing/text-field.tsx';
import { useDraft } from '../../components/editing/use-draft.ts';
import { LoadingPage } from '../../components/loading.tsx';
import { FailedNotice, Notice } from '../../components/notice.tsx';
import { useTitle } from '../../hooks/page.ts';
import { languageName } from '../../language-name.ts';
import { paths } from '../../location.ts';
import { navigate } from '../../state/navigation.ts';
import { NewDocumentForm } from '../../features/edit/new-document-form.tsx';
import { editWikiTexts } from './texts.ts';

export interface TranslateWikiScreenProps {
  namespace: Namespace;
  title: string;
  /** The language to translate into. */
  langid: string;
}

/** Begins a page in another of the site's languages, with the content of the original. */
export function TranslateWikiScreen({ namespace, title, langid }: TranslateWikiScreenProps): ReactElement {
  const original = useQuery(originalPageQuery({ namespace, title }));
  useTitle(editWikiTexts.translate.title(languageName(langid)));
  if (original.error) return <FailedNotice error={original.error} retry={() => void original.refetch()} />;
  if (!original.data) return <LoadingPage />;
  const { can_edit: mayEdit, available_langids: langids } = original.data;
  if (mayEdit && !langids.includes(langid))
    return <Begin namespace={namespace} original={original.data} langid={langid} />;
  return (
    <Notice
      alone
      icon={<IconLanguageOff size={40} />}
      title={mayEdit ? editWikiTexts.translate.isThere(languageName(langid)) : editWikiTexts.mayNot.title}
      actions={
        <Button component={Link} href={paths.wiki(namespace, title, langid)}>
          {editWikiTexts.mayNot.back}
        </Button>
      }
    />
  );
}

interface BeginProps {
  namespace: Namespace;
  original: WikiDocument;
  langid: string;
}

function Begin({ namespace, original, langid }: BeginProps): ReactElement {
  const { title } = original;
  const words = editWikiTexts.translate;
  const draft = useDraft(`wiki-new-${namespace}-${title}-${langid}`, { name: original.display_title });
  const create = useMutation({
    mutationFn: (name: string) =>
      api('POST /wikis', {
        body: {
          namespace,
          title,
          langid,
          display_title: name.trim(),
          source_revisionid: original.revisionid,
          ...contentOf(original),
        },
      }),
    onSuccess: async () => {
      await draft.finish();
      navigate(paths.editWiki(namespace, title, langid), { replace: true });
    },
  });
  const { value } = draft;
  if (!value) return <LoadingPage />;
  const problem = create.error ? errorMessage(create.error) : draft.problem;
  return (
    <NewDocumentForm
      heading={<h1>{words.title(languageName(langid))}</h1>}
      draft={draft}
      problem={problem && `${editWikiTexts.create.failed} ${problem}`}
      start={words.start}
      disabled={create.isPending}
      onStart={() => create.mutate(value.name)}
    >
      <TextField
        label={editWikiTexts.fields.display_title}
        hint={words.hint}
        value={value.name}
        onChange={(name) => draft.set({ name })}
      />
    </NewDocumentForm>
  );
}

/** Returns the fields that a translation copies from the original. The store gives it the original's parent category. */
function contentOf(original: WikiDocument) {
  const { namespace, contents_raw: contents, description, image, table_of_contents, flags, info } = original;
  return {
    contents,
    description,
    table_of_contents,
    image: image?.id ?? null,
    flags: Array.isArray(flags) ? [] : Object.keys(flags),
    ...(namespace === 'CATEGORY' && {
      info: (info ?? []).map(({ name, value }) => ({ name, value: String(value) })),
    }),
  };
}
