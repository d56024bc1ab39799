import { useQuery } from '@tanstack/react-query';
import { useDebouncedValue } from '@mantine/hooks';
import type { ReactElement } from 'react';

import type { Guide } from '../../../shared/model/guide.ts';
import type { Decision, JournalItem } from '../../../shared/model/journal.ts';
import type { Wiki } from '../../../shared/model/wiki.ts';
import { picturesOf } from '../../../shared/model/step-pictures.ts';
import { api } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { Picture } from '../../components/picture.tsx';
import { RichText } from '../../components/rich-text.tsx';
import { Section } from '../../components/section.tsx';
import { StepLines } from '../../features/guide-view/step-lines.tsx';
import styles from './preview.module.css';
import { conflictTexts } from './texts.ts';

interface Previewed {
  guide: Guide | null;
  wiki: Wiki | null;
}

const settleMs = 250;

/** A preview of the decision. The API carries it out with the real code and rolls it back. */
export function DecisionPreview({
  entry,
  decision,
}: {
  entry: JournalItem;
  decision: Partial<Decision> | null;
}): ReactElement {
  const [settled] = useDebouncedValue(decision, settleMs);
  const preview = useQuery({
    queryKey: ['journal', 'preview', entry.entryid, JSON.stringify(settled)],
    queryFn: ({ signal }) =>
      api('POST /benchside/journal/{entryid}/preview', {
        params: { entryid: entry.entryid },
        body: settled ?? {},
        signal,
      }),
    enabled: settled !== null,
    placeholderData: (last) => last,
    retry: false,
  });
  return (
    <Section title={conflictTexts.preview}>
      <div className={styles.preview} aria-live="polite">
        {decision === null ? (
          <p className={styles.soft}>{conflictTexts.previewOpen}</p>
        ) : preview.error ? (
          <InlineProblem>{`${conflictTexts.previewFailed} ${errorMessage(preview.error)}`}</InlineProblem>
        ) : preview.data ? (
          <Shown entry={entry} {...preview.data} />
        ) : null}
      </div>
    </Section>
  );
}

function Shown({ entry, guide, wiki }: Previewed & { entry: JournalItem }): ReactElement {
  if (wiki)
    return (
      <>
        <h3 className={styles.title}>{wiki.display_title}</h3>
        {wiki.description ? <p className={styles.soft}>{wiki.description}</p> : null}
        <RichText html={wiki.contents_rendered} />
      </>
    );
  if (!guide) return <p>{conflictTexts.previewGone}</p>;
  const stepid = Number(entry.params['stepid']);
  const step = guide.steps.find((one) => one.stepid === stepid);
  if (step) {
    const position = guide.steps.indexOf(step) + 1;
    return (
      <div className={styles.step}>
        <div className={styles.pictures}>
          {picturesOf(step).map((image) => (
            <span key={image.guid}>
              <Picture image={image} size="440x330" alt="" fit="contain" />
            </span>
          ))}
        </div>
        <div>
          <h3 className={styles.title}>{step.title || conflictTexts.order.step(position)}</h3>
          <StepLines lines={step.lines} lang={guide.langid} />
        </div>
      </div>
    );
  }
  const ofSteps = entry.operation.includes('step') || entry.operation.startsWith('DELETE');
  return (
    <>
      <h3 className={styles.title}>{guide.title}</h3>
      {ofSteps ? (
        <ol className={styles.steps}>
          {guide.steps.map((one, i) => (
            <li key={one.stepid}>{one.title || one.lines[0]?.text_raw || conflictTexts.order.step(i + 1)}</li>
          ))}
        </ol>
      ) : (
        <>
          {guide.summary ? <p>{guide.summary}</p> : null}
          {guide.introduction_rendered ? <RichText html={guide.introduction_rendered} /> : null}
          {guide.conclusion_rendered ? <RichText html={guide.conclusion_rendered} /> : null}
        </>
      )}
    </>
  );
}
