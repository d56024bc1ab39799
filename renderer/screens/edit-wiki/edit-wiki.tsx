import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import { CheckRow } from '../../components/tick.tsx';
import { FlagsField } from '../../features/edit/flags-field.tsx';
import { ConflictChoice } from '../../features/edit/conflict-choice.tsx';
import { DiffText } from '../../components/editing/diff-text.tsx';
import { CoverField } from '../../components/editing/cover-field.tsx';
import { Suggest } from '../../components/editing/suggest.tsx';
import { findCategories } from '../../components/editing/suggestions.ts';
import { TextField } from '../../components/editing/text-field.tsx';
import { WikiTextField } from '../../components/editing/wiki-field.tsx';
import styles from './edit-wiki.module.css';
import { editWikiTexts } from './texts.ts';
import type { WikiAccess } from './wiki-access.ts';
import type { Fact, WikiField, WikiValues } from './wiki-source.ts';
import { flagTexts } from '../../flag-texts.ts';

const wikiFlags = [
  'WIKI_PRIVATE',
  'WIKI_IN_PROGRESS',
  'WIKI_STUB',
  'WIKI_DOCS_NEEDED',
  'WIKI_NO_IMAGE',
  'WIKI_INCORRECT_TEXT',
  'WIKI_GRAMMAR_ERRORS',
  'WIKI_DELETE',
];

export interface EditWikiProps {
  access: WikiAccess;
  isCategory: boolean;
}

/** All fields of a page; a category also has a parent and facts. */
export function EditWiki({ access, isCategory }: EditWikiProps): ReactElement {
  const words = editWikiTexts.fields;
  return (
    <div className={styles.fields}>
      <section className={styles.panel}>
        <WikiTextField
          label={words.contents}
          unit="contents"
          value={access.get('contents')}
          onChange={(contents) => access.set('contents', contents)}
          onBlur={access.rest}
          problem={access.problem('contents')}
        />
        <Collision access={access} name="contents" />
        <CheckRow
          label={words.table_of_contents}
          hint={words.table_of_contents_hint}
          checked={access.get('table_of_contents')}
          onChange={(on) => access.set('table_of_contents', on, 'choice')}
        />
      </section>
      <div className={styles.columns}>
        <section className={styles.panel}>
          <TextField
            label={words.display_title}
            hint={words.display_title_hint}
            unit="display_title"
            value={access.get('display_title')}
            onChange={(title) => access.set('display_title', title)}
            onBlur={access.rest}
            problem={access.problem('display_title')}
          />
          <Collision access={access} name="display_title" />
          {isCategory ? (
            <>
              <Suggest
                label={words.parent}
                hint={words.parent_hint}
                placeholder={words.parent_find}
                unit="parent"
                kind="category"
                value={access.get('parent')}
                onText={(parent) => access.set('parent', parent)}
                onBlur={access.rest}
                find={findCategories}
                onChoose={({ title }) => access.set('parent', title, 'choice')}
                problem={access.problem('parent')}
              />
              <Collision access={access} name="parent" />
            </>
          ) : null}
          <TextField
            label={words.description}
            hint={words.description_hint}
            lines
            unit="description"
            value={access.get('description')}
            onChange={(description) => access.set('description', description)}
            onBlur={access.rest}
            problem={access.problem('description')}
          />
          <Collision access={access} name="description" />
        </section>
        <section className={styles.panel}>
          <h2>{words.image}</h2>
          <CoverField
            label={words.image}
            read={() => access.get('image')}
            onChange={(chosen) => access.set('image', chosen, 'choice')}
          />
        </section>
      </div>
      {isCategory ? <Facts access={access} /> : null}
      <section className={styles.panel}>
        <h2>{words.flags}</h2>
        <FlagsField
          offered={wikiFlags.map((flagid) => ({
            flagid,
            ...(flagTexts[flagid] ?? { title: flagid, text: '' }),
          }))}
          flags={access.get('flags')}
          onChange={(flags) => access.set('flags', flags, 'choice')}
        />
      </section>
    </div>
  );
}

function Collision({ access, name }: { access: WikiAccess; name: WikiField }): ReactElement | null {
  const conflict = access.conflict(name);
  if (!conflict) return null;
  const [mine, theirs] = [wordsOf(access.get(name)), wordsOf(conflict.theirs as WikiValues[WikiField])];
  return (
    <ConflictChoice
      mine={<DiffText before={theirs} after={mine} show="after" />}
      theirs={<DiffText before={mine} after={theirs} show="after" />}
      onMine={() => access.resolve(name, 'mine')}
      onTheirs={() => access.resolve(name, 'theirs')}
    />
  );
}

const wordsOf = (value: WikiValues[WikiField]): string => {
  if (typeof value === 'string') return value;
  if (Array.isArray(value))
    return value.map((one) => (typeof one === 'string' ? one : `${one.name}: ${one.value}`)).join('\n');
  return value === null || typeof value === 'boolean' ? String(value) : `#${value.id}`;
};

function Facts({ access }: { access: WikiAccess }): ReactElement {
  const words = editWikiTexts.fields;
  const facts = access.get('info');
  const put = (key: string, change: Partial<Fact>): void =>
    access.set(
      'info',
      facts.map((fact) => (fact.key === key ? { ...fact, ...change } : fact)),
    );
  return (
    <section className={styles.panel}>
      <h2>{words.info}</h2>
      <p className={styles.soft}>{words.info_hint}</p>
      <ul className={styles.facts} data-unit="info" tabIndex={-1}>
        {facts.map((fact) => (
          <li key={fact.key}>
            <TextField
              label={words.info_name}
              hideLabel
              placeholder={words.info_name}
              value={fact.name}
              onChange={(name) => put(fact.key, { name })}
              onBlur={access.rest}
            />
            <TextField
              label={`${words.info_value}: ${fact.name}`}
              hideLabel
              placeholder={words.info_value}
              value={fact.value}
              onChange={(value) => put(fact.key, { value })}
              onBlur={access.rest}
            />
            <button
              type="button"
              className={styles.icon}
              aria-label={fact.name ? words.info_remove(fact.name) : words.info_remove_unnamed}
              onClick={() =>
                access.set(
                  'info',
                  facts.filter(({ key }) => key !== fact.key),
                  'choice',
                )
              }
            >
              <IconTrash aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <Collision access={access} name="info" />
      <button
        type="button"
        className={styles.add}
        onClick={() => access.set('info', [...facts, { key: crypto.randomUUID(), name: '', value: '' }])}
      >
        <IconPlus aria-hidden /> {words.info_add}
      </button>
    </section>
  );
}
