import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactElement } from 'react';

import { limits } from '../../../../shared/limits.ts';
import type { ReleasedGuide } from '../../../../shared/model/admin.ts';
import { releaseTypes } from '../../../../shared/model/release.ts';
import { Segments } from '../../../components/segments.tsx';
import { Sheet } from '../../../components/sheet.tsx';
import admin from '../admin.module.css';
import { releaseTexts as words } from './texts.ts';

export interface ReleaseFields {
  title: string;
  notes: string;
  type: (typeof releaseTypes)[number];
}

export interface ReleaseSheetProps {
  guide: ReleasedGuide;
  busy: boolean;
  problem: ReactElement | null;
  onClose: () => void;
  onRelease: (fields: ReleaseFields) => void;
}

/** The form for a release's title, notes and kind. */
export function ReleaseSheet({ guide, busy, problem, onClose, onRelease }: ReleaseSheetProps): ReactElement {
  const prepared = guide.releases.find(({ status }) => status === 'draft');
  const [fields, setFields] = useState<ReleaseFields>({
    title: prepared?.title ?? '',
    notes: prepared?.notes ?? '',
    type: prepared?.type === 'major' ? 'major' : 'minor',
  });
  const set = (change: Partial<ReleaseFields>): void => setFields((before) => ({ ...before, ...change }));
  return (
    <Sheet title={words.releaseTitle(guide.title)} onClose={onClose}>
      <form
        className={admin.form}
        onSubmit={(event) => {
          event.preventDefault();
          onRelease({ ...fields, title: fields.title.trim(), notes: fields.notes.trim() });
        }}
      >
        <TextInput
          label={words.name}
          autoComplete="off"
          maxLength={limits.release.title.max}
          value={fields.title}
          onChange={(event) => set({ title: event.currentTarget.value })}
        />
        <label className={admin.field}>
          <span>{words.notes}</span>
          <textarea
            rows={5}
            maxLength={limits.release.notes.max}
            value={fields.notes}
            onChange={(event) => set({ notes: event.currentTarget.value })}
          />
        </label>
        <div className={admin.field}>
          <span>{words.kind}</span>
          <Segments
            label={words.kind}
            value={fields.type}
            options={releaseTypes.map((value) => ({ value, label: words.kinds[value] }))}
            onChange={(type) => set({ type })}
          />
        </div>
        {problem}
        <Button type="submit" size="xl" loading={busy} fullWidth>
          {words.submit}
        </Button>
      </form>
    </Sheet>
  );
}
