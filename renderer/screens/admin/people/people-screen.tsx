import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { ReactElement } from 'react';

import { roles } from '../../../../shared/model/admin.ts';
import { NativeSelect } from '../../../components/choice.tsx';
import { AdminPage } from '../admin-page.tsx';
import admin from '../admin.module.css';
import { NewPerson } from './new-person.tsx';
import { PeopleRows } from './people-rows.tsx';
import { peopleTexts as words } from './texts.ts';
import type { PeopleFilter } from '../../../api/queries/people.ts';
import { adminTexts } from '../texts.ts';
import { useAct } from '../use-act.tsx';

const everybody: PeopleFilter = { search: '', role: '', active: '' };

export function PeopleScreen(): ReactElement {
  const [adding, setAdding] = useState(false);
  const { act, busy, problem, toast } = useAct();
  return (
    <AdminPage part="people" add={{ words: words.add, onAdd: () => setAdding(true) }}>
      {({ isAdmin, userid }) => (
        <>
          <PeopleList seesEmails={isAdmin} viewer={userid} />
          {adding ? (
            <NewPerson act={act} busy={busy} problem={problem} onClose={() => setAdding(false)} />
          ) : null}
          {toast}
        </>
      )}
    </AdminPage>
  );
}

function PeopleList({ seesEmails, viewer }: { seesEmails: boolean; viewer: number }): ReactElement {
  const [filter, setFilter] = useState(everybody);
  const [search] = useDebouncedValue(filter.search.trim(), 150);
  return (
    <>
      <search className={admin.filters}>
        <label className={admin.wide}>
          {adminTexts.search}
          <input
            type="search"
            autoComplete="off"
            spellCheck={false}
            placeholder={seesEmails ? words.search : words.searchNames}
            value={filter.search}
            onChange={(event) => setFilter({ ...filter, search: event.currentTarget.value })}
          />
        </label>
        <NativeSelect
          label={words.role}
          value={filter.role}
          options={[
            { value: '', label: words.everyRole },
            ...roles.map((role) => ({ value: role, label: adminTexts.roles[role] })),
          ]}
          onChange={(role) => setFilter({ ...filter, role })}
        />
        <NativeSelect
          label={words.state}
          value={filter.active}
          options={[
            { value: '', label: words.everyState },
            { value: 'yes', label: words.active },
            { value: 'no', label: words.inactive },
          ]}
          onChange={(active) => setFilter({ ...filter, active })}
        />
      </search>
      <PeopleRows filter={{ ...filter, search }} viewer={viewer} onClear={() => setFilter(everybody)} />
    </>
  );
}
