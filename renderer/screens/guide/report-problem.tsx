import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconFlag } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactElement } from 'react';

import { isOpenFlag } from '../../../shared/model/flag.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import { api } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { setFlag } from '../../api/queries/flags.ts';
import { infoQuery, isOfHub } from '../../api/queries/site.ts';
import { ownFlagsQuery } from '../../api/queries/users.ts';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { Toast } from '../../components/toast.tsx';
import { FlagsField } from '../../features/edit/flags-field.tsx';
import { guideTexts } from '../../features/guide-view/texts.ts';
import { flagInWords } from '../../flag-texts.ts';
import styles from './report-problem.module.css';

const words = guideTexts.report;

interface Notice {
  words: string;
  /** Flags of a report that can be withdrawn now. */
  reported: readonly string[];
}

/** A button by which a signed-in reader sets flags that ask for work. They can withdraw their report right after it. */
export function ReportProblem({ guide }: { guide: Guide }): ReactElement | null {
  const { guideid } = guide;
  const client = useQueryClient();
  const { data: info } = useQuery(infoQuery);
  const { data: flags = [] } = useQuery(ownFlagsQuery);
  const [chosen, setChosen] = useState<string[] | null>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const onSettled = () => client.invalidateQueries({ queryKey: ['guide'] });
  const report = useMutation({
    // One after the other: each is an edit of the same guide.
    mutationFn: async (flagids: readonly string[]) => {
      for (const flagid of flagids)
        await (isOfHub(info)
          ? api('PUT /benchside/guides/{guideid}/flags/{flagid}', { params: { guideid, flagid } })
          : setFlag(guideid, flagid, true));
    },
    onSuccess: (_, flagids) => {
      setChosen(null);
      setNotice({ words: words.sent, reported: flagids });
    },
    onSettled,
  });
  const withdraw = useMutation({
    mutationFn: async (flagids: readonly string[]) => {
      const remaining: boolean[] = [];
      for (const flagid of flagids)
        if (isOfHub(info)) {
          const params = { guideid, flagid };
          const { remains } = await api('DELETE /benchside/guides/{guideid}/flags/{flagid}', { params });
          remaining.push(remains);
        } else await setFlag(guideid, flagid, false);
      return remaining.includes(true);
    },
    onSuccess: (remains) => setNotice({ words: remains ? words.remains : words.withdrawn, reported: [] }),
    onError: (error, flagids) =>
      setNotice({ words: `${words.notWithdrawn} ${errorMessage(error)}`, reported: flagids }),
    onSettled,
  });
  // A third-party site takes flags only from people who may edit the guide.
  if (!isOfHub(info) && !guide.can_edit) return null;
  // That a guide is in progress is for its author to say.
  const known = ['GUIDE_IN_PROGRESS', ...guide.flags.map(({ flagid }) => flagid)];
  const offered = flags.filter(({ flagid }) => isOpenFlag(flagid) && !known.includes(flagid));
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFlag size="1.5rem" />}
        onClick={() => {
          report.reset();
          setNotice(null);
          setChosen([]);
        }}
      >
        {words.open}
      </Button>
      {chosen ? (
        <Sheet title={words.title} onClose={() => setChosen(null)}>
          <form
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault();
              report.mutate(chosen);
            }}
          >
            <p>{offered.length > 0 ? words.why : words.none}</p>
            {report.error ? (
              <InlineProblem>{`${words.failed} ${errorMessage(report.error)}`}</InlineProblem>
            ) : null}
            <FlagsField offered={offered.map(flagInWords)} flags={chosen} onChange={setChosen} />
            <div className={styles.send}>
              <Button type="submit" disabled={chosen.length === 0 || report.isPending}>
                {words.send}
              </Button>
            </div>
          </form>
        </Sheet>
      ) : null}
      {notice ? (
        <Toast
          key={notice.words}
          words={notice.words}
          onUndo={notice.reported.length > 0 ? () => withdraw.mutate(notice.reported) : undefined}
          onClose={() => setNotice(null)}
        />
      ) : null}
    </>
  );
}
