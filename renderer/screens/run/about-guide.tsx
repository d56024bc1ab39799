import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconFlag } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactElement } from 'react';

import type { Guide } from '../../../shared/model/guide.ts';
import { api } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { readWorkingGuide, workingGuideQuery } from '../../api/queries/guides.ts';
import { ownFlagsQuery } from '../../api/queries/users.ts';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { Section } from '../../components/section.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { useKiosk } from '../../components/use-kiosk.ts';
import { FlagsField } from '../../features/edit/flags-field.tsx';
import { CompletedButton } from '../../features/guide-view/completed-button.tsx';
import { GuideComments } from '../../features/guide-view/comment-thread.tsx';
import { guideTexts } from '../../features/guide-view/texts.ts';
import { useGuide } from '../../features/guide-view/use-guide.ts';
import { flagInWords } from '../../flag-texts.ts';
import { useNow } from '../../hooks/page.ts';
import styles from './about-guide.module.css';
import { runScreenTexts } from './texts.ts';

/** Marks a guide as completed, flags it and shows its comments, once its job is finished. */
export function AboutGuide({ guideid }: { guideid: number }): ReactElement | null {
  const state = useGuide(guideid);
  const now = useNow();
  const kiosk = useKiosk();
  const guide = state.guide.data;
  if (!guide) return null;
  return (
    <div className={styles.about} data-screen-only>
      <Section title={runScreenTexts.ended.guide}>
        <div className={styles.actions}>
          <CompletedButton completed={guide.completed} onChange={state.setCompleted} />
          {guide.can_edit && !kiosk ? <FlagButton guide={guide} /> : null}
        </div>
        {state.problem ? (
          <InlineProblem>{`${guideTexts.changeFailed} ${state.problem}`}</InlineProblem>
        ) : null}
      </Section>
      <GuideComments contextid={guideid} comments={guide.comments} now={now} />
    </div>
  );
}

function FlagButton({ guide: { guideid } }: { guide: Guide }): ReactElement | null {
  const client = useQueryClient();
  const offered = useQuery(ownFlagsQuery).data ?? [];
  const working = useQuery(workingGuideQuery(guideid)).data;
  const [open, setOpen] = useState(false);
  const setting = useMutation({
    scope: { id: `flags ${guideid}` },
    mutationFn: async (flags: readonly string[]) => {
      const { revisionid } = await readWorkingGuide(guideid);
      const body = { flags: [...flags] };
      await api('PATCH /guides/{guideid}', { params: { guideid }, query: { revisionid }, body });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['guide'] }),
  });
  if (!working || offered.length === 0) return null;
  const words = runScreenTexts.ended;
  const present = setting.isPending ? setting.variables : working.flags.map(({ flagid }) => flagid);
  return (
    <>
      <Button variant="default" leftSection={<IconFlag size="1.5rem" />} onClick={() => setOpen(true)}>
        {present.length > 0 ? words.flagged(present.length) : words.flag}
      </Button>
      {open ? (
        <Sheet title={words.flag} onClose={() => setOpen(false)}>
          <p className={styles.note}>{words.flagNote}</p>
          {setting.error ? (
            <InlineProblem>{`${words.flagFailed} ${errorMessage(setting.error)}`}</InlineProblem>
          ) : null}
          <FlagsField
            offered={offered.map(flagInWords)}
            flags={present}
            onChange={(flags) => setting.mutate(flags)}
          />
        </Sheet>
      ) : null}
    </>
  );
}
