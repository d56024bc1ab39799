import { Button, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import type { ReactElement } from 'react';

import { limits } from '../../../shared/limits.ts';
import type { Assignment, NewAssignment } from '../../../shared/model/assignment.ts';
import { findPeople } from '../../api/queries/users.ts';
import { dateField } from '../../components/date-field.ts';
import { Chosen } from '../../components/editing/chosen.tsx';
import { Suggest } from '../../components/editing/suggest.tsx';
import type { SuggestProps } from '../../components/editing/suggest.tsx';
import { findGuides } from '../../components/editing/suggestions.ts';
import type { Suggestion } from '../../components/editing/suggestions.ts';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { Sheet } from '../../components/sheet.tsx';
import styles from './floor.module.css';
import { floorTexts } from './texts.ts';

export interface AssignSheetProps {
  /** The assignment to change; absent for a new one. */
  assigned?: Assignment | undefined;
  /** Names of benches to choose from; any other can be typed. */
  benches: readonly string[];
  busy: boolean;
  problem: string | null;
  onAssign: (body: NewAssignment) => void;
  onClose: () => void;
}

/** The form for assigning work, and for changing what was assigned. */
export function AssignSheet(props: AssignSheetProps): ReactElement {
  const { assigned, benches, busy, problem, onAssign, onClose } = props;
  const words = floorTexts.form;
  const benchList = useId();
  const [workorderid, setOrder] = useState(assigned?.workorderid ?? '');
  const [guide, setGuide] = useState<Choice | undefined>(
    assigned && { id: assigned.guideid, title: assigned.title },
  );
  const [person, setPerson] = useState<Choice | undefined>(
    assigned?.assignee ? { id: assigned.assignee.userid, title: assigned.assignee.username } : undefined,
  );
  const [bench, setBench] = useState(assigned?.bench ?? '');
  const [due, setDue] = useState(assigned?.due ?? '');
  const [note, setNote] = useState(assigned?.note ?? '');
  const [asked, setAsked] = useState(false);
  const isFor = person !== undefined || bench.trim() !== '';
  return (
    <Sheet title={assigned ? floorTexts.changing : floorTexts.assign} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
          if (!guide || !isFor || workorderid.trim() === '') return;
          onAssign({
            guideid: guide.id,
            workorderid,
            userid: person?.id ?? null,
            bench,
            due: due === '' ? null : due,
            note,
          });
        }}
      >
        <TextInput
          label={words.order}
          value={workorderid}
          maxLength={limits.workLog.workorderid.max}
          autoComplete="off"
          data-autofocus
          error={asked && workorderid.trim() === '' ? words.noOrder : undefined}
          onChange={(event) => setOrder(event.currentTarget.value)}
        />
        <ChosenField
          label={words.guide}
          kind="guide"
          find={findGuides}
          chosen={guide}
          problem={asked && !guide ? words.noGuide : null}
          onChoose={setGuide}
        />
        <ChosenField
          label={words.person}
          hint={words.personHint}
          kind="people"
          find={findPeople}
          chosen={person}
          problem={asked && !isFor ? words.nobody : null}
          onChoose={setPerson}
        />
        <TextInput
          label={words.bench}
          description={words.benchHint}
          value={bench}
          maxLength={limits.assignments.bench.max}
          autoComplete="off"
          list={benchList}
          onChange={(event) => setBench(event.currentTarget.value)}
        />
        <datalist id={benchList}>
          {benches.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </datalist>
        <TextInput
          {...dateField}
          label={words.due}
          value={due}
          onChange={(event) => setDue(event.currentTarget.value)}
        />
        <TextInput
          label={words.note}
          value={note}
          maxLength={limits.workLog.note.max}
          autoComplete="off"
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {problem ? <InlineProblem>{`${floorTexts.failed} ${problem}`}</InlineProblem> : null}
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" disabled={busy}>
            {assigned ? words.save : words.submit}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

interface Choice {
  id: number;
  title: string;
}

interface ChosenFieldProps extends Pick<
  SuggestProps<Suggestion>,
  'label' | 'kind' | 'find' | 'problem' | 'hint'
> {
  chosen: Choice | undefined;
  onChoose: (chosen: Choice | undefined) => void;
}

/** A field with suggestions, which shows the one that was chosen. */
function ChosenField({ chosen, onChoose, ...field }: ChosenFieldProps): ReactElement {
  if (!chosen)
    return <Suggest {...field} onChoose={({ key, title }) => onChoose({ id: Number(key), title })} />;
  return (
    <Chosen
      label={field.label}
      title={chosen.title}
      removeLabel={floorTexts.form.other(chosen.title)}
      onRemove={() => onChoose(undefined)}
    />
  );
}
