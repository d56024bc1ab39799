import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconLanguageOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { GlossaryEntry } from '../../../../shared/model/glossary.ts';
import { api } from '../../../api/client.ts';
import { LoadingRows } from '../../../components/loading.tsx';
import { FailedNotice, Notice } from '../../../components/notice.tsx';
import { useNow } from '../../../hooks/page.ts';
import { paths } from '../../../location.ts';
import { AdminPage } from '../admin-page.tsx';
import type { Admin } from '../admin-page.tsx';
import admin from '../admin.module.css';
import { FailedSearches } from './failed-searches.tsx';
import { Glossary } from './glossary.tsx';
import { glossaryTexts as words } from './texts.ts';
import { failedSearchesQuery, glossaryQuery, synonymsQuery } from '../../../api/queries/glossary.ts';
import { SynonymsPanel } from './synonyms.tsx';
import { overviewQuery } from '../../../api/queries/site.ts';
import { useAct } from '../use-act.tsx';

export const GlossaryScreen = (): ReactElement => (
  <AdminPage part="glossary">{(admin) => <Parts {...admin} />}</AdminPage>
);

function Parts({ onHub, isAdmin }: Pick<Admin, 'onHub' | 'isAdmin'>): ReactElement {
  const [wanted, setWanted] = useState<string>();
  return (
    <>
      <GlossaryPart isAdmin={isAdmin} />
      {onHub ? <SearchesPart onSynonym={setWanted} /> : null}
      <SynonymsPart wanted={wanted} onSaved={() => setWanted(undefined)} />
    </>
  );
}

function SearchesPart({ onSynonym }: { onSynonym: (words: string) => void }): ReactElement {
  const now = useNow();
  const list = useQuery(failedSearchesQuery);
  const { act, busy, problem, toast } = useAct();
  if (list.error) return <FailedNotice error={list.error} retry={() => void list.refetch()} />;
  if (!list.data) return <LoadingRows />;
  return (
    <>
      {problem}
      <FailedSearches
        now={now}
        searches={list.data}
        busy={busy}
        onSynonym={onSynonym}
        onRemove={(searched) =>
          act({
            run: () => api('DELETE /benchside/failed-searches', { query: { words: searched } }),
            words: words.searches.removed(searched),
          })
        }
      />
      {toast}
    </>
  );
}

type Change = Partial<Pick<GlossaryEntry, 'entryid' | 'langid' | 'term' | 'translations'>>;

function GlossaryPart({ isAdmin }: Pick<Admin, 'isAdmin'>): ReactElement {
  const client = useQueryClient();
  const site = useQuery(overviewQuery);
  const glossary = useQuery(glossaryQuery);
  const { act, problem, toast } = useAct();
  const failed = site.error ? site : glossary;
  if (failed.error) return <FailedNotice error={failed.error} retry={() => void failed.refetch()} />;
  if (!site.data || !glossary.data) return <LoadingRows />;
  const { langids } = site.data;
  if (langids.length < 2)
    return (
      <Notice
        icon={<IconLanguageOff size={40} />}
        title={words.one}
        actions={
          isAdmin ? (
            <Button component={Link} href={paths.admin('site')}>
              {words.addLanguages}
            </Button>
          ) : undefined
        }
      >
        <p>{words.oneWhy}</p>
      </Notice>
    );
  const put = async (entry: Change): Promise<void> => {
    const all = await api('PUT /translation_glossary/entries', { body: { entries: [entry] } });
    client.setQueryData(glossaryQuery.queryKey, all);
  };
  return (
    <>
      <p className={admin.lead}>{words.lead}</p>
      {problem}
      <Glossary
        entries={glossary.data}
        langids={langids}
        onAdd={(term) => act({ run: () => put({ langid: langids[0] ?? 'en', term }) })}
        onSave={put}
        onDelete={({ entryid, langid, term, translations }) =>
          act({
            run: () => api('DELETE /translation_glossary/entries/{entryid}', { params: { entryid } }),
            words: words.deleted(term),
            undo: () => put({ langid, term, translations }),
          })
        }
      />
      {toast}
    </>
  );
}

interface SynonymsPartProps {
  wanted: string | undefined;
  onSaved: () => void;
}

function SynonymsPart({ wanted, onSaved }: SynonymsPartProps): ReactElement {
  const client = useQueryClient();
  const list = useQuery({ ...synonymsQuery, refetchOnWindowFocus: false });
  const { act, busy, problem, toast } = useAct();
  if (list.error) return <FailedNotice error={list.error} retry={() => void list.refetch()} />;
  if (!list.data) return <LoadingRows />;
  const put = async (sets: string[][] | null): Promise<void> => {
    const saved = await api('PUT /benchside/synonyms', { body: { sets } });
    client.setQueryData(synonymsQuery.queryKey, saved);
    onSaved();
  };
  return (
    <>
      {problem}
      <SynonymsPanel
        key={JSON.stringify([list.data, wanted])}
        wanted={wanted}
        list={list.data}
        busy={busy}
        onSave={(sets) => act({ run: () => put(sets), words: words.synonyms.saved })}
        onRestore={() => act({ run: () => put(null), words: words.synonyms.restored })}
      />
      {toast}
    </>
  );
}
