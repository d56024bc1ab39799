import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconHistory } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import { api } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { originalPageQuery, wikiQuery } from '../../api/queries/wikis.ts';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { useKiosk } from '../../components/use-kiosk.ts';
import { paths } from '../../location.ts';
import styles from './changed-original.module.css';
import type { PageLanguagesProps } from './page-languages.tsx';
import { languageTexts } from './texts.ts';

/** Says that the original of the translated page that is read has changed since, and lets authors say that the translation still fits. */
export function ChangedPage(page: PageLanguagesProps): ReactElement | null {
  const { namespace, title, langid, available_langids: langids, can_edit: mayEdit } = page;
  const kiosk = useKiosk();
  const client = useQueryClient();
  const enabled = langids.length > 1;
  const { data: translated } = useQuery({ ...wikiQuery({ namespace, title, langid }), enabled });
  const { data: original } = useQuery({ ...originalPageQuery({ namespace, title }), enabled });
  const confirm = useMutation({
    mutationFn: (source_revisionid: number) =>
      api('PATCH /wikis/{namespace}/{title}', {
        params: { namespace, title },
        query: { revisionid: translated?.revisionid ?? 0, langid },
        body: { source_revisionid },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['wiki', namespace, title] }),
  });
  const source = translated?.source_revisionid ?? null;
  if (!original || source === null || source === original.revisionid || original.langid === langid)
    return null;
  return (
    <div className={styles.changed}>
      <IconHistory size="1.4em" aria-hidden />
      <span>{languageTexts.changed}</span>
      {mayEdit && !kiosk ? (
        <>
          <Link href={paths.wikiHistory(namespace, title, original.langid)}>{languageTexts.seeChanges}</Link>
          <Button
            variant="default"
            disabled={confirm.isPending}
            onClick={() => confirm.mutate(original.revisionid)}
          >
            {languageTexts.stillFits}
          </Button>
          {confirm.error ? <InlineProblem>{errorMessage(confirm.error)}</InlineProblem> : null}
        </>
      ) : null}
    </div>
  );
}
